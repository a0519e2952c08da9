import { joined, utf8 } from "./bytes.js";
import type { Hashing } from "./hashing.js";

const SPAN = 1n << 128n;

/** The key of a game's draws by rule 1: its seed, and mixed into it what its seats added (a text for each, perhaps empty). */
export async function drawKey(hashing: Hashing, seed: Uint8Array, entropy: readonly string[]): Promise<Uint8Array> {
  if (!entropy.some(Boolean)) return seed;
  const mixed = await Promise.all(entropy.map((text) => hashing.sha256(utf8(text))));
  return hashing.hmac(seed, joined(utf8("entropy"), ...mixed));
}

/** Numbers below n, each equally likely. */
export type Numbers = (n: bigint) => Promise<bigint>;

/** A number below n from what each attempt hashes to; attempts that would favour the small numbers are passed over. */
export async function numbered(n: bigint, hash: (attempt: number) => Promise<Uint8Array>): Promise<bigint> {
  for (let attempt = 0; ; attempt++) {
    const digest = await hash(attempt);
    const value = digest.slice(0, 16).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
    if (value < SPAN - (SPAN % n)) return value % n;
  }
}

/** Rule 1: the numbers of draw `index` (from 0) of a revision. */
export function byRevision(hashing: Hashing, key: Uint8Array, revision: number, index: number): Numbers {
  return (n) => numbered(n, (attempt) => hashing.hmac(key, utf8(`${revision}:${index}:${attempt}`)));
}

/** What a draw of a record was made from, as the rules give it: `outcomes` in their order, their weights if they differ. */
export interface Lot {
  /** The revision that the draw belongs to: the number of its line. */
  readonly revision: number;
  /** Its place among the draws of that revision, from 0. */
  readonly index: number;
  readonly outcomes: readonly string[];
  readonly weights?: readonly number[] | null | undefined;
}

/** What is drawn of a lot. */
export async function drawn(numbers: Numbers, lot: Lot): Promise<string | undefined> {
  const weights = lot.weights ?? lot.outcomes.map(() => 1);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return undefined;
  let left = await numbers(BigInt(sum));
  for (const [option, weight] of weights.entries()) {
    left -= BigInt(weight);
    if (left < 0n) return lot.outcomes[option];
  }
  return undefined;
}
