import { LogChanged } from "../wire/heads.js";
import { type Hashing, hashing, hex, unhex, utf8 } from "./hashing.js";
import { parts } from "./lottery.js";
import { bytesOf, lines, seedsOf } from "./record.js";

/**
 * Check heads against the record of their game, and return their number. Throws LogChanged if one does not fit, and
 * Tampered if the record is invalid.
 */
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

/** Compute the heads of all revisions, starting with the first, from the record of an ended game. */
export async function headsOf(game: string, record: Uint8Array | string): Promise<string[]> {
  const hashes = await hashing();
  const found = await lines(hashes, bytesOf(record));
  let [key, seeds]: [Uint8Array, string[]] = [new Uint8Array(), []];
  const heads: string[] = [];
  for (const [index, { events, chain }] of [...found.entries()].reverse()) {
    const last = events.at(-1); // the seed up to here; before a reinstatement or renewal, it was another
    if (last?.event === "ended") seeds = seedsOf(last);
    if (last?.event === "ended") key = await blinding(hashes, seeds.pop());
    heads.push(hex(await hashes.hmac(key, parts(game, long(index + 1), chain))));
    if (last?.event === "renewed") key = await blinding(hashes, seeds.pop());
  }
  return heads.reverse();
}

/** Derive the key of heads from a seed (hex). */
function blinding(hashes: Hashing, seed = ""): Promise<Uint8Array> {
  return hashes.hmac(unhex(seed) ?? new Uint8Array(), utf8("podesta heads 1"));
}

/** Encode a number in 8 bytes, big-endian. */
export function long(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}
