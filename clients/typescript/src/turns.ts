import type { Shared } from "./streams/shared.js";
import type { Following } from "./streams/stream.js";
import { type Acting, Turn } from "./turn.js";
import type { Game, StreamEvent } from "./types.js";
import { anyOf } from "./wire/signals.js";

/** How to play. */
export interface Playing extends Following, Shared {
  /** Hears everything that the stream tells, before a turn follows from it: a page draws the table with it. */
  readonly told?: (event: StreamEvent) => void;
  /** The revision after which the telling begins; 0: from the first one. Without it: with the game as it is. */
  readonly after?: number | undefined;
}

interface Asked extends Acting {
  look(): Promise<Game>;
  seen(game: Game): Game;
  watch(how: Playing): AsyncIterable<StreamEvent>;
}

/** Every turn of a seat until its game has ended; leaving the loop ends the stream. */
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

/** The newest that is known of a game, by the stream or by the answer to a command, whichever is first. */
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

  /** Nothing follows; `why` if something went wrong. */
  close(why?: unknown): void {
    this.#closed = true;
    this.#why = why;
    this.#turn?.end();
    this.#wake();
  }

  /** The next turn, once there is one; nothing after the game's end. */
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

  /** Whether the seat is asked what it was not asked before: the same question at a newer revision is the same turn. */
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
