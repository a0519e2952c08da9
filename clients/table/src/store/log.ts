import type { Game, Note, Update } from "@podesta/client";
import { texts } from "../texts";

/** What one revision told. */
export interface Entry {
  readonly revision: number;
  readonly round: number;
  readonly notes: readonly Note[];
}

/** The entries of one round, the newest first. */
export interface Chapter {
  readonly round: number;
  readonly entries: readonly Entry[];
}

/** What an update tells; nothing if it has no notes. */
export function entryOf({ revision, notes, after }: Update): Entry | undefined {
  return notes.length ? { revision, round: roundOf(after), notes } : undefined;
}

/** The round that a game is in: a week, in Colonia. */
export function roundOf({ view }: Game): number {
  return "week" in view ? view.week : view.round;
}

/** What the round of a game is called. */
export function roundName(ruleset: string, round: number): string {
  if (!round) return texts.setup;
  return ruleset === "colonia" ? texts.week(round) : texts.round(round, ruleset);
}

/** Entries with others among them: each revision once, the newest first. */
export function merged(known: readonly Entry[], more: readonly Entry[]): Entry[] {
  const all = new Map([...known, ...more].map((entry) => [entry.revision, entry]));
  return [...all.values()].sort((one, other) => other.revision - one.revision);
}

/** Entries by round; those that come newest first stay so. */
export function chapters(entries: readonly Entry[]): Chapter[] {
  const rounds = new Map<number, Entry[]>();
  for (const entry of entries) rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry]);
  return [...rounds].map(([round, inside]) => ({ round, entries: inside }));
}
