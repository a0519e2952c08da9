import type { Note } from "@podesta/client";
import type { Entry } from "../store/log";
import type { Scores } from "../store/scores";

/** A seat's points as a stepped line. */
export interface Line {
  readonly seat: number;
  readonly path: string;
  readonly last: number;
  readonly end: { readonly x: number; readonly y: number };
}

/** A chart of scores, in units of its box. */
export interface Chart {
  readonly lines: readonly Line[];
  /** The points at which grid lines are drawn, and their height. */
  readonly levels: readonly { readonly points: number; readonly y: number }[];
  /** The revision at a horizontal position from 0 to 1. */
  readonly moveAt: (share: number) => number;
  readonly xOf: (revision: number) => number;
}

const LEVELS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];

/** Draws the scores into a box. A seat has no line if its scores stay hidden. */
export function chart(scores: readonly Scores[], width: number, height: number): Chart {
  const known = scores.flatMap(({ seats }) => seats.filter((each) => each !== null));
  const [first, last] = [scores[0]?.revision ?? 0, scores.at(-1)?.revision ?? 1];
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  const xOf = (revision: number): number => ((revision - first) / Math.max(1, last - first)) * width;
  const yOf = (points: number): number => height - ((points - low) / (high - low)) * height;
  const step = LEVELS.find((each) => (high - low) / each <= 4) ?? 1000;
  const levels: { points: number; y: number }[] = [];
  for (let points = Math.ceil(low / step) * step; points <= high; points += step)
    levels.push({ points, y: yOf(points) });
  const seats = scores[0]?.seats.map((_, seat) => seat) ?? [];
  const lines = seats.flatMap((seat) => line(scores, seat, xOf, yOf) ?? []);
  return { lines, levels, xOf, moveAt: (share) => Math.round(first + share * (last - first)) };
}

/** One seat's line, a step function. */
function line(
  scores: readonly Scores[],
  seat: number,
  xOf: (revision: number) => number,
  yOf: (points: number) => number,
): Line | undefined {
  const known = scores.flatMap(({ revision, seats }) =>
    seats[seat] == null ? [] : [{ revision, points: seats[seat] }],
  );
  const end = known.at(-1);
  if (!end) return undefined;
  const path = known.map(({ revision, points }, at) =>
    at ? `H${round(xOf(revision))}V${round(yOf(points))}` : `M${round(xOf(revision))} ${round(yOf(points))}`,
  );
  return { seat, path: path.join(""), last: end.points, end: { x: xOf(end.revision), y: yOf(end.points) } };
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

type Told = Readonly<Record<string, unknown>>;
const sum = (args: Told, ...names: string[]): number => names.reduce((all, name) => all + Number(args[name] ?? 0), 0);

/** The points won or lost according to public notes, by kind of note. */
const WON: Readonly<Record<string, (args: Told) => number>> = {
  points_gained: (args) => sum(args, "number"),
  points_lost: (args) => -sum(args, "number"),
  prestige_gained: (args) => sum(args, "base", "bonus"),
  plague_struck: (args) => -sum(args, "number"),
  bought: (args) => sum(args, "points"),
  enshrined: (args) => sum(args, "points"),
};

/**
 * Returns the scores of an ended game, including those that were hidden while it ran: they are the sum of public gains
 * and losses. Revisions in `gone` were taken back.
 */
export function opened(
  scores: readonly Scores[],
  log: readonly Entry[],
  gone: ReadonlySet<number> = new Set(),
): readonly Scores[] {
  const gains = log.flatMap(({ revision, notes }) => (gone.has(revision) ? [] : notes.flatMap(gainOf(revision))));
  if (!gains.length) return scores;
  const won = (seat: number, until: number): number =>
    gains.reduce((all, each) => (each.seat === seat && each.revision <= until ? all + each.points : all), 0);
  return scores.map(({ revision, seats }) => ({
    revision,
    seats: seats.map((points, seat) => points ?? won(seat, revision)),
  }));
}

/** The points that a note of a revision reports for a seat. */
function gainOf(revision: number): (note: Note) => { revision: number; seat: number; points: number }[] {
  return ({ kind, seat, args }) => {
    const points = WON[kind]?.(args);
    return points === undefined || seat === null ? [] : [{ revision, seat, points }];
  };
}
