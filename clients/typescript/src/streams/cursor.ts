import type { StreamEvent } from "../types.js";
import { Unreachable } from "../wire/problem.js";

/** A game to follow. */
export interface Followed {
  readonly game: string;
  /** The token of a seat; without one, the game is followed as a spectator. */
  readonly token?: string | undefined;
  /** The revision after which to begin; 0 is the beginning. By default, the stream begins with the current game. */
  readonly after?: number | undefined;
}

/** The position in a stream of some games: every revision is taken exactly once. */
export class Cursor {
  readonly #open: Map<string, Followed>;

  constructor(followed: readonly Followed[]) {
    this.#open = new Map(followed.map((each) => [each.game, each]));
  }

  /** The games that have not ended. */
  get games(): string[] {
    return [...this.#open.keys()];
  }

  /** The tokens of these games, in the form of one header; undefined if there are none. */
  get tokens(): string | undefined {
    return [...this.#open.values()].flatMap(({ token }) => token ?? []).join(",") || undefined;
  }

  /** Where to resume each of them, in the form of an event's id; undefined if all begin with the current game. */
  get marks(): string | undefined {
    const marks = [...this.#open.values()].flatMap(({ game, after }) =>
      after === undefined ? [] : `${game}:${after}`,
    );
    return marks.join(",") || undefined;
  }

  /** Return whether an event is new; throws Unreachable if one before it is missing: the stream must be resumed. */
  take(told: StreamEvent): boolean {
    const followed = this.#open.get(told.data.game);
    if (!followed || told.event === "end") return this.#open.delete(told.data.game);
    return told.event === "heartbeat" || this.#advance(followed, told.event === "game", told.data.revision);
  }

  /** Mark the stream as complete. */
  close(): void {
    this.#open.clear();
  }

  #advance(followed: Followed, anew: boolean, revision: number): boolean {
    const { game, after } = followed;
    if (after !== undefined && revision <= after) return false;
    if (!anew && after !== undefined && revision > after + 1)
      throw new Unreachable(`${game}: ${revision} came after ${after}`);
    this.#open.set(game, { ...followed, after: revision });
    return true;
  }
}
