import type { Game, Note, Update } from "@podesta/client";
import { texts } from "../texts";

/** What one revision told. */
export interface Entry {
  readonly revision: number;
  readonly round: number;
  readonly notes: readonly Note[];
  /** The seat that answered, if one did. */
  readonly seat?: number | undefined;
  /** What the table itself tells: whose time was up, who left, whose seat the operator gave out anew, who asked to take back,
   * how long the service was away, that it was restored. */
  readonly told: readonly Told[];
  /** The revision that the game went back to: what was told after it no longer counts. */
  readonly back?: number | undefined;
}

/** What happens at the table and is no effect of the game's rules. */
export interface Told {
  readonly kind: "timeUp" | "resigned" | "givenOut" | "asksBack" | "declinesBack" | "away" | "reinstated" | "renewed";
  /** Whom it is about; nobody, if the service was away. */
  readonly seat?: number;
  /** For how many milliseconds the service was away. */
  readonly lasted?: number;
  /** Who undid what a clock had decided, and why. */
  readonly by?: string;
  readonly why?: string;
}

/** The entries of one round, the newest first. */
export interface Chapter {
  readonly round: number;
  readonly entries: readonly Entry[];
}

/** What an update tells; nothing if that is nothing that anybody would read. */
export function entryOf({ revision, notes, events, after }: Update): Entry | undefined {
  const told = events.flatMap((event) => toldOf(event) ?? []);
  const back = events.flatMap((event) => (goesBack(event) ? [event.to_revision] : []))[0];
  const [seat] = events.flatMap((event) => (event.event === "answered" ? [event.seat] : []));
  if (!notes.length && !told.length && back === undefined) return undefined;
  return { revision, round: roundOf(after), notes, told, seat, back };
}

type Happened = Update["events"][number];

/** Whether with an event a game goes back to an earlier revision. */
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

/** The revisions that were taken back, and by whom each taking back was: the seat whose answer went first. */
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

/** The round that a game is in: a week, in Colonia. */
export function roundOf({ view }: Game): number {
  return "week" in view ? view.week : view.round;
}

/** What the round of a game is called. */
export function roundName(ruleset: string, round: number): string {
  if (!round) return texts.setup;
  return ruleset === "colonia" ? texts.week({ week: round }) : texts.round({ round, ruleset });
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
