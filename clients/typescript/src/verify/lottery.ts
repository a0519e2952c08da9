import type { Hashing } from "./hashing.js";
import { joined, utf8 } from "./hashing.js";

/** Some parts as one message that no others make: each after its length; a number takes 4 bytes, too. */
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

/** What a record calls the rule of its draws. */
export const BY_LOT = 2;

/** The key of a game's draws; a text for each seat, perhaps empty. */
export function lotKey(hashing: Hashing, seed: Uint8Array, entropy: readonly string[]): Promise<Uint8Array> {
  return hashing.hmac(seed, parts("podesta draws 2", ...entropy));
}

/** The numbers that a lot is drawn with for the nth time (from 0); `mix` is what seats have shared. */
export function byLot(hashing: Hashing, key: Uint8Array, lot: string, nth: number, mix?: Uint8Array): Numbers {
  return (n) =>
    numbered(n, (attempt) =>
      hashing.hmac(key, parts("podesta draw 2", lot, nth, String(n), attempt, mix ?? new Uint8Array())),
    );
}

/** How often each lot was drawn on the line of play: a retraction goes back to what it was then. */
export class Counts {
  #now = new Map<string, number>();
  readonly #after: Map<string, number>[] = [];
  #renewals: Map<string, number>[] = [];

  /** The game was renewed: it draws out of another seed, but for what it had drawn before. */
  renew(): void {
    this.#renewals.push(new Map(this.#now));
  }

  /** After how many renewals the nth draw of a lot comes. */
  renewals(lot: string, nth: number): number {
    let after = this.#renewals.length;
    while (after && nth < (this.#renewals[after - 1]?.get(lot) ?? 0)) after -= 1;
    return after;
  }

  /** How often a lot was drawn before this time. */
  next(lot: string): number {
    const nth = this.#now.get(lot) ?? 0;
    this.#now.set(lot, nth + 1);
    return nth;
  }

  /** A line is over; it may have gone back to an earlier one (counted from 1), to begin `anew` with one seed. */
  close(backTo?: number, anew = false): void {
    if (anew) this.#renewals = [];
    if (backTo !== undefined) this.#now = new Map(this.#after[backTo - 1]);
    this.#after.push(new Map(this.#now));
  }
}

/** What a draw counts as: its kind, and whose it is if one seat alone sees it. */
export function lotOf({ lot, seen_by }: { readonly [member: string]: unknown }): string {
  return seen_by === null || seen_by === undefined ? String(lot) : `${lot}@${seen_by}`;
}

const SPAN = 1n << 128n;

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
