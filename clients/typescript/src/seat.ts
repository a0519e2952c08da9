import type { Calls, Command } from "./calls.js";
import type { Followed } from "./streams/cursor.js";
import type { Shared } from "./streams/shared.js";
import type { Following } from "./streams/stream.js";
import type { Turn } from "./turn.js";
import type { Playing } from "./turns.js";
import type * as T from "./types.js";

/** A rematch, and the caller's seat in it; undefined if the caller is the host. */
export type Rematch = T.RematchFound & { seat: Seat | undefined };

/** Follows games; implemented by `Podesta`. */
export interface Watching extends Calls {
  rematch(game: string, token: string): Promise<Rematch>;
  watch<V extends T.ViewMode = "patch">(
    game: string,
    how?: Following<V> & Shared<V> & Omit<Followed, "game">,
  ): AsyncGenerator<T.StreamEvent<V>, void, undefined>;
}

/** A seat of a game, and its token. Store both to resume after a reload: `podesta.seat(game, token)`. */
export class Seat {
  readonly game: string;
  readonly token: string;
  readonly #podesta: Watching;

  constructor(podesta: Watching, game: string, token: string) {
    this.game = game;
    this.token = token;
    this.#podesta = podesta;
  }

  /** Iterate over every turn until the game ends: `for await (const turn of seat.turns()) await turn.answer(…)`. */
  async *turns(how?: Playing): AsyncGenerator<Turn, void, undefined> {
    // loaded on demand: a page that follows its game does not need it
    const { turns } = await import("./turns.js");
    yield* turns(this, how);
  }

  /** Play to the end, answering every turn with what `choose` returns, and return the game. */
  async play(choose: (turn: Turn) => T.Option | string | Promise<T.Option | string>): Promise<T.Game> {
    for await (const turn of this.turns()) await turn.answer(await choose(turn));
    return this.look();
  }

  /** Iterate over everything that happens, as the seat may see it. */
  watch<V extends T.ViewMode = "patch">(
    how?: Following<V> & Shared<V> & { after?: number | undefined },
  ): AsyncGenerator<T.StreamEvent<V>, void, undefined> {
    return this.#podesta.watch(this.game, { ...how, token: this.token });
  }

  /** Return the game as the seat sees it, now or at an earlier revision. */
  look(at?: number): Promise<T.Game> {
    return this.#podesta.game(this.game, { token: this.token, at });
  }

  /** Send the seat's first link if the shared game waits for it, and return the game. */
  seen(game: T.Game): T.Game {
    return this.#podesta.seen(game, this.token);
  }

  /** Answer consecutive questions, as decided on at a revision. */
  answer(revision: number, answers: readonly T.Answer[], how?: Command): Promise<T.Taken> {
    return this.#podesta.answer(this.game, this.token, revision, answers, how);
  }

  /** Preview what answers would lead to. Nothing changes. */
  preview(answers: readonly T.Answer[]): Promise<T.Preview> {
    return this.#podesta.preview(this.game, this.token, answers);
  }

  /** Return whether an answer is legal, and if not, why. */
  explain(answer: T.Answer): Promise<T.Explanation> {
    return this.#podesta.explain(this.game, answer, this.token);
  }

  /** Take answers back, propose that to the others, or respond to a proposal. */
  retract(revision: number, wish?: T.Retraction, how?: Command): Promise<T.Taken> {
    return this.#podesta.retract(this.game, this.token, revision, wish, how);
  }

  /** Issue a ticket for another device to take over the seat, or share it, once; in an address, after `#`. */
  issueTicket(wish?: T.SeatTicketWish): Promise<T.Ticket> {
    return this.#podesta.issueTicket(this.game, this.token, wish);
  }

  /** Open or join the rematch; returns it with the caller's seat. */
  rematch(): Promise<Rematch> {
    return this.#podesta.rematch(this.game, this.token);
  }

  /** Leave the game for good. */
  resign(how?: Command): Promise<T.Taken> {
    return this.#podesta.resign(this.game, this.token, how);
  }
}
