import type { Filtered, Place, Told } from "./asking";

/** Whose games are looked at: everybody's, of any number of players, in all variants, unless it says otherwise. */
export interface Filter {
  readonly ruleset: string;
  readonly who: string;
  readonly seats: number;
  readonly variant: number | null;
}

/** A filter as the address has it: `#troyes/people/3/1`; what is left out at the end is as usual. */
export function parse(hash: string): Filter {
  const [ruleset = "", who = "", seats = "", variant = ""] = hash.replace(/^#/, "").split("/").map(decodeURIComponent);
  return { ruleset, who: who || "all", seats: Number(seats) || 0, variant: variant === "" ? null : Number(variant) };
}

/** The address of a filter. */
export function written({ ruleset, who, seats, variant }: Filter): string {
  const parts = [ruleset, encodeURIComponent(who), seats, variant ?? ""];
  return `#${parts.join("/")}`;
}

/** The file of a filter; nothing where no game fits. */
export function fileOf({ files }: Told, { who, seats, variant }: Filter): Filtered | undefined {
  return files.find((each) => each.who === who && each.seats === seats && each.variant === variant);
}

/** What can be chosen in one place of a filter while the others stay, with the games that it leaves. */
export function offered<Key extends "who" | "seats" | "variant">(
  { files }: Told,
  filter: Filter,
  key: Key,
): (readonly [Filtered[Key], number])[] {
  const others = (["who", "seats", "variant"] as const).filter((each) => each !== key);
  const fitting = files.filter((each) => others.every((other) => each[other] === filter[other]));
  return fitting.map((each) => [each[key], each.games] as const);
}

/** The share of wins that everybody would have whose chances are even. */
export function even(places: readonly Place[]): number {
  const plays = places.reduce((sum, { won: [, of] }) => sum + of, 0);
  return places.reduce((sum, { seats, won: [, of] }) => sum + of / seats, 0) / Math.max(1, plays);
}
