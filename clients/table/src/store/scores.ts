import type { Game } from "@podesta/client";

/** The scores of the seats at a revision; null where hidden. */
export interface Scores {
  readonly revision: number;
  readonly seats: readonly (number | null)[];
}

/** The names of the field with a seat's points, in different views. */
const FIELDS = ["vp", "score", "prestige", "points"] as const;

/** The points of every seat; after the end, its score in the result. */
export function scoresOf({ revision, view, result }: Pick<Game, "revision" | "view" | "result">): Scores {
  const players = view.players as readonly Partial<Record<(typeof FIELDS)[number], number | null>>[];
  const ended = result?.standings.map(({ score }) => score);
  return { revision, seats: ended ?? players.map((player) => points(player)) };
}

function points(player: Partial<Record<string, number | null>>): number | null {
  return FIELDS.map((field) => player[field]).find((each) => each !== undefined && each !== null) ?? null;
}

/** Merges scores: each revision once, in order. */
export function mergedScores(known: readonly Scores[], more: readonly Scores[]): Scores[] {
  const all = new Map([...known, ...more].map((each) => [each.revision, each]));
  return [...all.values()].sort((one, other) => one.revision - other.revision);
}
