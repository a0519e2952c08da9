import { hex, unhex, utf8 } from "./bytes.js";
import { hashing } from "./hashing.js";
import { parts } from "./lottery.js";
import { lines } from "./record.js";

/** The service tells another log of a game than it did before: at `revision` it was another. */
export class LogChanged extends Error {
  override readonly name: string = "log-changed";
  readonly game: string;
  readonly revision: number;

  constructor(game: string, revision: number) {
    super(`game ${game} was another at revision ${revision}: its log has been changed`);
    this.game = game;
    this.revision = revision;
  }
}

/** What a game was told with. */
interface Seen {
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

  /** The heads of a game by revision: to be kept elsewhere, or read out to the others at the table. */
  of(game: string): ReadonlyMap<number, string> {
    return new Map(this.#told.get(game));
  }

  /** Hold what was told of a game against its record: how many heads fit. */
  async compare(game: string, record: Uint8Array | string): Promise<number> {
    return fitting(game, record, this.of(game));
  }
}

/** How many heads of a game fit its record: all of them, or LogChanged is thrown; Tampered where it is no record. */
export async function fitting(
  game: string,
  record: Uint8Array | string,
  heads: ReadonlyMap<number, string>,
): Promise<number> {
  if (!heads.size) return 0;
  const found = await headsOf(game, record);
  for (const [revision, head] of heads) if (found[revision - 1] !== head) throw new LogChanged(game, revision);
  return heads.size;
}

/** The heads of all revisions, from the first on, made from the record of an ended game. */
export async function headsOf(game: string, record: Uint8Array | string): Promise<string[]> {
  const hashes = await hashing();
  const found = await lines(hashes, typeof record === "string" ? utf8(record) : record);
  const seed = unhex(String(found.at(-1)?.events.at(-1)?.seed)) ?? new Uint8Array();
  const key = await hashes.hmac(seed, utf8("podesta heads 1"));
  const head = (chain: string, index: number) => hashes.hmac(key, parts(game, long(index + 1), chain));
  return Promise.all(found.map(async ({ chain }, index) => hex(await head(chain, index))));
}

function long(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}
