import type { Hashing } from "./hashing.js";
import { joined, utf8 } from "./hashing.js";

/** Encode parts as one unambiguous message: each follows its length. Lengths and numbers take 4 bytes, big-endian. */
export function parts(...each: readonly (string | number | Uint8Array)[]): Uint8Array {
  const raw = each.map((part) =>
    typeof part === "string" ? utf8(part) : typeof part === "number" ? unsigned(part) : part,
  );
  return joined(...raw.flatMap((part) => [unsigned(part.length), part]));
}

function unsigned(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** The value of `draws` in a record with draws by lot. */
export const BY_LOT = 2;

/** Return the key of a game's draws; `entropy` has a text for each seat, which may be empty. */
export function lotKey(hashing: Hashing, seed: Uint8Array, entropy: readonly string[]): Promise<Uint8Array> {
  return hashing.hmac(seed, parts("podesta draws 2", ...entropy));
}

/** Return the numbers for the nth draw of a lot (from 0); `mix` is what the seats have contributed. */
export function byLot(hashing: Hashing, key: Uint8Array, lot: string, nth: number, mix?: Uint8Array): Numbers {
  return (n) =>
    numbered(n, (attempt) =>
      hashing.hmac(key, parts("podesta draw 2", lot, nth, String(n), attempt, mix ?? new Uint8Array())),
    );
}

/** How often each lot was drawn on the line of play. A retraction restores the earlier counts. */
export class Counts {
  #now = new Map<string, number>();
  readonly #after: Map<string, number>[] = [];
  #renewals: Map<string, number>[] = [];

  /** Note a renewal: later draws come from another seed, except those that had been drawn before. */
  renew(): void {
    this.#renewals.push(new Map(this.#now));
  }

  /** Return how many renewals precede the nth draw of a lot. */
  renewals(lot: string, nth: number): number {
    let after = this.#renewals.length;
    while (after && nth < (this.#renewals[after - 1]?.get(lot) ?? 0)) after -= 1;
    return after;
  }

  /** Return how often a lot was drawn before, and count this time. */
  next(lot: string): number {
    const nth = this.#now.get(lot) ?? 0;
    this.#now.set(lot, nth + 1);
    return nth;
  }

  /** End a line of the record. If the game went back, `backTo` is the earlier line (from 1); `anew` drops older seeds. */
  close(backTo?: number, anew = false): void {
    if (anew) this.#renewals = [];
    if (backTo !== undefined) this.#now = new Map(this.#after[backTo - 1]);
    this.#after.push(new Map(this.#now));
  }
}

/** Return the name under which a draw is counted: its lot, and the seat if only one may see it. */
export function lotOf({ lot, seen_by }: { readonly [member: string]: unknown }): string {
  return seen_by === null || seen_by === undefined ? String(lot) : `${lot}@${seen_by}`;
}

const SPAN = 1n << 128n;

/** Returns a number below n, each equally likely. */
export type Numbers = (n: bigint) => Promise<bigint>;

/** Return a number below n from the hash of an attempt, skipping attempts that would favour small numbers. */
export async function numbered(n: bigint, hash: (attempt: number) => Promise<Uint8Array>): Promise<bigint> {
  for (let attempt = 0; ; attempt++) {
    const digest = await hash(attempt);
    const value = digest.slice(0, 16).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
    if (value < SPAN - (SPAN % n)) return value % n;
  }
}

/** What a draw was made from, as defined by the rules: `outcomes` in order, and their weights if they differ. */
export interface Lot {
  /** The revision of the draw: the number of its line. */
  readonly revision: number;
  /** Its position among the draws of that revision, from 0. */
  readonly index: number;
  readonly outcomes: readonly string[];
  readonly weights?: readonly number[] | null | undefined;
}

/** Return the outcome drawn from a lot; undefined if it has none. */
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
