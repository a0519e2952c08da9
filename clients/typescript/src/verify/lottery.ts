import { joined, utf8 } from "./bytes.js";
import { type Numbers, numbered } from "./draws.js";
import type { Hashing } from "./hashing.js";

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

/** The key of a game's draws by rule 2; a text for each seat, perhaps empty. */
export function lotKey(hashing: Hashing, seed: Uint8Array, entropy: readonly string[]): Promise<Uint8Array> {
  return hashing.hmac(seed, parts("podesta draws 2", ...entropy));
}

/** Rule 2: the numbers that a lot is drawn with for the nth time (from 0); `mix` is what seats have shared. */
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

  /** How often a lot was drawn before this time. */
  next(lot: string): number {
    const nth = this.#now.get(lot) ?? 0;
    this.#now.set(lot, nth + 1);
    return nth;
  }

  /** A line is over; it may have gone back to an earlier one (counted from 1). */
  close(backTo?: number): void {
    if (backTo !== undefined) this.#now = new Map(this.#after[backTo - 1]);
    this.#after.push(new Map(this.#now));
  }
}

/** What a draw counts as: its kind, and whose it is if one seat alone sees it. */
export function lotOf({ lot, seen_by }: { readonly [member: string]: unknown }): string {
  return seen_by === null || seen_by === undefined ? String(lot) : `${lot}@${seen_by}`;
}
