/** The service tells another log of a game than it did before: at `revision` it was another. */
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

/** What a game was told with. */
export interface Seen {
  readonly game: string;
  readonly revision: number;
  readonly head?: string;
}

const MOST_GAMES = 256;

/** The heads that the service has told of each revision of some games; whatever contradicts them throws LogChanged. */
export class Heads {
  readonly #told = new Map<string, Map<number, string>>();

  /** Keep what a game was told with. */
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

  /** A revision as `If-Match` takes it: with its head, where one was told, for the service to compare. */
  at(game: string, revision: number): string {
    const head = this.#told.get(game)?.get(revision);
    return `"${revision}${head ? `.${head}` : ""}"`;
  }

  /** The heads of a game by revision: to be kept elsewhere, or read out to the others at the table. */
  of(game: string): ReadonlyMap<number, string> {
    return new Map(this.#told.get(game));
  }
}
