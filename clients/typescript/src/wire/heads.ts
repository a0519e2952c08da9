/** The service has sent another log of a game than before; they differ at `revision`. */
export class LogChanged extends Error {
  override readonly name: string = "log-changed";
  readonly game: string;
  readonly revision: number;

  constructor(game: string, revision: number) {
    super(`game ${game} was another at revision ${revision}: its log was changed`);
    this.game = game;
    this.revision = revision;
  }
}

/** The id, revision and head of a game. */
export interface Seen {
  readonly game: string;
  readonly revision: number;
  readonly head?: string;
}

const MOST_GAMES = 256;

/** The heads that the service has sent for each revision of some games; one that contradicts them throws LogChanged. */
export class Heads {
  readonly #told = new Map<string, Map<number, string>>();

  /** Store the head of a game; throws LogChanged. */
  told<G extends Seen>(seen: G): G {
    const { game, revision, head } = seen;
    if (!head) return seen;
    const known = this.#told.get(game) ?? new Map<number, string>();
    if ((known.get(revision) ?? head) !== head) throw new LogChanged(game, revision);
    this.#told.delete(game);
    this.#told.set(game, known.set(revision, head));
    if (this.#told.size > MOST_GAMES) this.#told.delete(this.#told.keys().next().value as string);
    return seen;
  }

  /** Format a revision for `If-Match`, with its head if known, for the service to compare. */
  at(game: string, revision: number): string {
    const head = this.#told.get(game)?.get(revision);
    return `"${revision}${head ? `.${head}` : ""}"`;
  }

  /** Return the heads of a game by revision, to store elsewhere or to compare with the other players. */
  of(game: string): ReadonlyMap<number, string> {
    return new Map(this.#told.get(game));
  }
}
