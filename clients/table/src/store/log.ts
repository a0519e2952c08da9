import type { Game, Note, Update } from "@podesta/client";
import { texts } from "../texts";

/** The news of one revision. */
export interface Entry {
  readonly revision: number;
  readonly round: number;
  readonly notes: readonly Note[];
  /** The seat that answered, if one did. */
  readonly seat?: number | undefined;
  /**
   * Events of the table itself: time-outs, resignations, seats reissued by the operator, retractions proposed or
   * declined, reinstatements, times when the service was down, and restores of its store.
   */
  readonly told: readonly Told[];
  /** The revision that the game went back to; later entries no longer count. */
  readonly back?: number | undefined;
}

/** An event at the table that is not an effect of the game's rules. */
export interface Told {
  readonly kind: "timeUp" | "resigned" | "givenOut" | "asksBack" | "declinesBack" | "away" | "reinstated" | "renewed";
  /** The seat concerned; undefined if the service was down or restored. */
  readonly seat?: number;
  /** How long the service was down, in milliseconds. */
  readonly lasted?: number;
  /** The name of the operator who undid what a clock had decided, and the reason. */
  readonly by?: string;
  readonly why?: string;
}

/** The entries of one round, newest first. */
export interface Chapter {
  readonly round: number;
  readonly entries: readonly Entry[];
}

/** The log entry of an update; undefined if it has nothing worth showing. */
export function entryOf({ revision, notes, events, after }: Update): Entry | undefined {
  const told = events.flatMap((event) => toldOf(event) ?? []);
  const back = events.flatMap((event) => (goesBack(event) ? [event.to_revision] : []))[0];
  const [seat] = events.flatMap((event) => (event.event === "answered" ? [event.seat] : []));
  if (!notes.length && !told.length && back === undefined) return undefined;
  return { revision, round: roundOf(after), notes, told, seat, back };
}

type Happened = Update["events"][number];

/** Whether an event takes the game back to an earlier revision. */
function goesBack(event: Happened): event is Extract<Happened, { event: "retracted" | "reinstated" }> {
  return event.event === "retracted" || event.event === "reinstated";
}

function toldOf(event: Update["events"][number]): Told | undefined {
  if (event.event === "timed_out") return { kind: "timeUp", seat: event.seat };
  if (event.event === "resigned") return { kind: "resigned", seat: event.seat };
  if (event.event === "seated" && event.by === "operator") return { kind: "givenOut", seat: event.seat };
  if (event.event === "retraction_proposed") return { kind: "asksBack", seat: event.seat };
  if (event.event === "retraction_answered" && !event.consents) return { kind: "declinesBack", seat: event.seat };
  if (event.event === "reinstated") return { kind: "reinstated", by: event.by, why: event.why };
  if (event.event === "renewed") return { kind: "renewed" };
  if (event.event === "time_given_back") return { kind: "away", lasted: event.until - event.since };
  return undefined;
}

/** The revisions that were taken back, and the seat behind each retraction: that of the earliest answer undone. */
export function takenBack(entries: readonly Entry[]): { gone: ReadonlySet<number>; by: ReadonlyMap<number, number> } {
  const [gone, by] = [new Set<number>(), new Map<number, number>()];
  for (const { revision, back } of entries) {
    if (back === undefined) continue;
    const undone = entries.filter(
      (each) => each.revision > back && each.revision < revision && !gone.has(each.revision),
    );
    const seat = undone.findLast((each) => each.seat !== undefined)?.seat;
    if (seat !== undefined) by.set(revision, seat);
    for (const each of undone) if (each.back === undefined) gone.add(each.revision);
  }
  return { gone, by };
}

/** The current round of a game; in Colonia, the week. */
export function roundOf({ view }: Game): number {
  return "week" in view ? view.week : view.round;
}

/** The name of a round. */
export function roundName(ruleset: string, round: number): string {
  if (!round) return texts.setup;
  return ruleset === "colonia" ? texts.week({ week: round }) : texts.round({ round, ruleset });
}

/** Merges entries: each revision once, newest first. */
export function merged(known: readonly Entry[], more: readonly Entry[]): Entry[] {
  const all = new Map([...known, ...more].map((entry) => [entry.revision, entry]));
  return [...all.values()].sort((one, other) => other.revision - one.revision);
}

/** Groups entries by round, in their given order. */
export function chapters(entries: readonly Entry[]): Chapter[] {
  const rounds = new Map<number, Entry[]>();
  for (const entry of entries) rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry]);
  return [...rounds].map(([round, inside]) => ({ round, entries: inside }));
}
