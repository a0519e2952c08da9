import type { Game } from "@podesta/client";

/** What each seat had at a revision; null where that was hidden. */
export interface Scores {
  readonly revision: number;
  readonly seats: readonly (number | null)[];
}

/** What views call the points that a seat has so far. */
const FIELDS = ["vp", "score", "prestige", "points"] as const;

/** The points of every seat; after the end, the score of the result. */
export function scoresOf({ revision, view, result }: Pick<Game, "revision" | "view" | "result">): Scores {
  const players = view.players as readonly Partial<Record<(typeof FIELDS)[number], number | null>>[];
  const ended = result?.standings.map(({ score }) => score);
  return { revision, seats: ended ?? players.map((player) => points(player)) };
}

function points(player: Partial<Record<string, number | null>>): number | null {
  return FIELDS.map((field) => player[field]).find((each) => each !== undefined && each !== null) ?? null;
}

/** Scores with others among them: each revision once, in order. */
export function mergedScores(known: readonly Scores[], more: readonly Scores[]): Scores[] {
  const all = new Map([...known, ...more].map((each) => [each.revision, each]));
  return [...all.values()].sort((one, other) => one.revision - other.revision);
}
