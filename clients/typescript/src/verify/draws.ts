import { joined, utf8 } from "./bytes.js";
import type { Hashing } from "./hashing.js";

const SPAN = 1n << 128n;

/** The key of a game's draws: its seed, and mixed into it what its seats added (a text for each, perhaps empty). */
export async function drawKey(hashing: Hashing, seed: Uint8Array, entropy: readonly string[]): Promise<Uint8Array> {
  if (!entropy.some(Boolean)) return seed;
  const mixed = await Promise.all(entropy.map((text) => hashing.sha256(utf8(text))));
  return hashing.hmac(seed, joined(utf8("entropy"), ...mixed));
}

/**
 * Draw `index` (from 0) of a revision: a number below n, each equally likely. Attempts that would favour the small
 * numbers are passed over.
 */
export async function draw(
  hashing: Hashing,
  key: Uint8Array,
  revision: number,
  index: number,
  n: bigint,
): Promise<bigint> {
  for (let attempt = 0; ; attempt++) {
    const digest = await hashing.hmac(key, utf8(`${revision}:${index}:${attempt}`));
    const value = digest.slice(0, 16).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
    if (value < SPAN - (SPAN % n)) return value % n;
  }
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
export async function drawn(hashing: Hashing, key: Uint8Array, lot: Lot): Promise<string | undefined> {
  const weights = lot.weights ?? lot.outcomes.map(() => 1);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return undefined;
  let left = await draw(hashing, key, lot.revision, lot.index, BigInt(sum));
  for (const [option, weight] of weights.entries()) {
    left -= BigInt(weight);
    if (left < 0n) return lot.outcomes[option];
  }
  return undefined;
}
