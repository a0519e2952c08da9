import type { Shared } from "./streams/shared.js";
import type { Following } from "./streams/stream.js";
import { type Acting, Turn } from "./turn.js";
import type { Game, StreamEvent } from "./types.js";
import { anyOf } from "./wire/signals.js";

/** Options for playing. */
export interface Playing extends Following, Shared {
  /** Called with every event of the stream, before a turn follows from it, for example to draw the table. */
  readonly told?: (event: StreamEvent) => void;
  /** The revision after which events begin; 0 is the beginning. By default, they begin with the current game. */
  readonly after?: number | undefined;
}

interface Asked extends Acting {
  look(): Promise<Game>;
  seen(game: Game): Game;
  watch(how: Playing): AsyncIterable<StreamEvent>;
}

/** Yield every turn of a seat until its game ends; leaving the loop closes the stream. */
export async function* turns(seat: Asked, how: Playing = {}): AsyncGenerator<Turn, void, undefined> {
  const stop = new AbortController();
  const signal = how.signal ? anyOf(how.signal, stop.signal) : stop.signal;
  const table = new Table(seat);
  if (how.after !== undefined) table.see(await seat.look());
  const reading = read(seat, table, { ...how, signal });
  try {
    for (let turn = await table.next(); turn; turn = await table.next()) yield turn;
  } finally {
    stop.abort();
    await reading;
  }
}

async function read(seat: Asked, table: Table, how: Playing): Promise<void> {
  try {
    for await (const event of seat.watch(how)) {
      if (event.event === "game") table.see(seat.seen(event.data));
      if (event.event === "update") table.see(seat.seen(event.data.after));
      how.told?.(event);
    }
    table.close();
  } catch (error) {
    table.close(error);
  }
}

/** The newest known state of a game, from the stream or the response to a command, whichever comes first. */
class Table {
  readonly #seat: Acting;
  #game: Game | undefined;
  #turn: Turn | undefined;
  #closed = false;
  #why: unknown;
  #wake = (): void => {};

  constructor(seat: Acting) {
    this.#seat = seat;
  }

  see(game: Game): void {
    if (this.#game && game.revision <= this.#game.revision) return;
    this.#game = game;
    if (this.#turn && !same(this.#turn.question, game.questions[0])) this.#turn.end();
    this.#wake();
  }

  /** End the turns; `why` is the error, if any. */
  close(why?: unknown): void {
    this.#closed = true;
    this.#why = why;
    this.#turn?.end();
    this.#wake();
  }

  /** Wait for the next turn; returns undefined after the game's end. */
  async next(): Promise<Turn | undefined> {
    while (!this.#closed) {
      if (this.#game && this.#due(this.#game)) return this.#begin(this.#game);
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    if (this.#why) throw this.#why;
    return undefined;
  }

  /** Whether the seat has a new question; the same question at a newer revision is the same turn. */
  #due(game: Game): boolean {
    const before = this.#turn;
    return game.questions.length > 0 && (!before || (before.signal.aborted && game.revision > before.game.revision));
  }

  #begin(game: Game): Turn {
    const turn = new Turn(this.#seat, game, (newer) => this.see(newer));
    this.#turn = turn;
    return turn;
  }
}

function same(one: object, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
