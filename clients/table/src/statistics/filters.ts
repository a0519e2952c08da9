import type { Filtered, Place, Told } from "./asking";

/** The games to include; by default those of all players, with any number of players, in all variants. */
export interface Filter {
  readonly ruleset: string;
  readonly who: string;
  readonly seats: number;
  readonly variant: number | null;
}

/** Parses a filter from the address, `#troyes/people/3/1`; parts omitted at the end have their defaults. */
export function parse(hash: string): Filter {
  const [ruleset = "", who = "", seats = "", variant = ""] = hash.replace(/^#/, "").split("/").map(decodeURIComponent);
  return { ruleset, who: who || "all", seats: Number(seats) || 0, variant: variant === "" ? null : Number(variant) };
}

/** Formats a filter for the address. */
export function written({ ruleset, who, seats, variant }: Filter): string {
  const parts = [ruleset, encodeURIComponent(who), seats, variant ?? ""];
  return `#${parts.join("/")}`;
}

/** The file of a filter; undefined if no game matches. */
export function fileOf({ files }: Told, { who, seats, variant }: Filter): Filtered | undefined {
  return files.find((each) => each.who === who && each.seats === seats && each.variant === variant);
}

/** The choices for one part of a filter while the others stay, with the number of games for each. */
export function offered<Key extends "who" | "seats" | "variant">(
  { files }: Told,
  filter: Filter,
  key: Key,
): (readonly [Filtered[Key], number])[] {
  const others = (["who", "seats", "variant"] as const).filter((each) => each !== key);
  const fitting = files.filter((each) => others.every((other) => each[other] === filter[other]));
  return fitting.map((each) => [each[key], each.games] as const);
}

/** The share of wins if everyone's chances were even. */
export function even(places: readonly Place[]): number {
  const plays = places.reduce((sum, { won: [, of] }) => sum + of, 0);
  return places.reduce((sum, { seats, won: [, of] }) => sum + of / seats, 0) / Math.max(1, plays);
}
