import type { Calls, Command } from "./calls.js";
import type { Followed } from "./streams/cursor.js";
import type { Shared } from "./streams/shared.js";
import type { Following } from "./streams/stream.js";
import type { Turn } from "./turn.js";
import type { Playing } from "./turns.js";
import type * as T from "./types.js";

/** A rematch, and one's own seat in it; none where its host asked. */
export type Rematch = T.RematchFound & { seat: Seat | undefined };

/** Follows games; `Podesta` does. */
export interface Watching extends Calls {
  rematch(game: string, token: string): Promise<Rematch>;
  watch<V extends T.ViewMode = "patch">(
    game: string,
    how?: Following<V> & Shared<V> & Omit<Followed, "game">,
  ): AsyncGenerator<T.StreamEvent<V>, void, undefined>;
}

/** A seat of a game and the token that plays it. Keep both to play on after a reload: `podesta.seat(game, token)`. */
export class Seat {
  readonly game: string;
  readonly token: string;
  readonly #podesta: Watching;

  constructor(podesta: Watching, game: string, token: string) {
    this.game = game;
    this.token = token;
    this.#podesta = podesta;
  }

  /** Every turn until the game has ended: `for await (const turn of seat.turns()) await turn.answer(…)`. */
  async *turns(how?: Playing): AsyncGenerator<Turn, void, undefined> {
    // loaded by those who play by it: a page that follows its game has no use for it
    const { turns } = await import("./turns.js");
    yield* turns(this, how);
  }

  /** Play to the end: answer every turn with what `choose` returns. */
  async play(choose: (turn: Turn) => T.Option | string | Promise<T.Option | string>): Promise<T.Game> {
    for await (const turn of this.turns()) await turn.answer(await choose(turn));
    return this.look();
  }

  /** Everything that happens, as the seat may see it. */
  watch<V extends T.ViewMode = "patch">(
    how?: Following<V> & Shared<V> & { after?: number | undefined },
  ): AsyncGenerator<T.StreamEvent<V>, void, undefined> {
    return this.#podesta.watch(this.game, { ...how, token: this.token });
  }

  /** The game as the seat sees it, now or at an earlier revision. */
  look(at?: number): Promise<T.Game> {
    return this.#podesta.game(this.game, { token: this.token, at });
  }

  /** Tell the seat's first link where a shared game, as it is seen, waits for it. */
  seen(game: T.Game): T.Game {
    return this.#podesta.seen(game, this.token);
  }

  /** Answer questions that follow one another, decided on at a revision. */
  answer(revision: number, answers: readonly T.Answer[], how?: Command): Promise<T.Taken> {
    return this.#podesta.answer(this.game, this.token, revision, answers, how);
  }

  /** What answers would lead to; nothing changes. */
  preview(answers: readonly T.Answer[]): Promise<T.Preview> {
    return this.#podesta.preview(this.game, this.token, answers);
  }

  /** Whether an answer is open, and why not. */
  explain(answer: T.Answer): Promise<T.Explanation> {
    return this.#podesta.explain(this.game, answer, this.token);
  }

  /** Take own answers back, or propose that to the others, or answer a proposal. */
  retract(revision: number, wish?: T.Retraction, how?: Command): Promise<T.Taken> {
    return this.#podesta.retract(this.game, this.token, revision, wish, how);
  }

  /** A ticket with which another device gets the seat, or shares it, once; in an address it stands behind `#`. */
  issueTicket(wish?: T.SeatTicketWish): Promise<T.Ticket> {
    return this.#podesta.issueTicket(this.game, this.token, wish);
  }

  /** The same game once more, and the seat there. */
  rematch(): Promise<Rematch> {
    return this.#podesta.rematch(this.game, this.token);
  }

  /** Leave the game for good. */
  resign(how?: Command): Promise<T.Taken> {
    return this.#podesta.resign(this.game, this.token, how);
  }
}
