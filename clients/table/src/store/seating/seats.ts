import { asList, asText, membersOf, read, storage } from "../storage.svelte";

/** What opens a seat: of its own, or the game's (null). */
export interface Invitation {
  readonly seat: number | null;
  readonly secret: string;
}

/** A seat that this browser plays, and what it may do as the game's host. */
export interface Kept {
  /** The token that plays the seat; nothing for a host without a seat. */
  readonly token?: string | undefined;
  readonly host?: string | undefined;
  /** Secrets of the game's invitations, by seat. */
  readonly invitations?: readonly Invitation[] | undefined;
  readonly ruleset: string;
  readonly opened: string;
  /** What the game was bound to before it was drawn from: its record is held against that at the end. */
  readonly commitment?: string | undefined;
  /** How far its lesson has come, and which steps of its guide were read, where it has one. */
  readonly lesson?: Progress | undefined;
  /** Whether the game has ended: what is needed to play on is never forgotten, what is over may be. */
  readonly over?: boolean | undefined;
}

/** How much of a lesson is done, and which steps of the guide after it were read. */
export interface Progress {
  readonly at: number;
  readonly read: readonly string[];
}

/** What a game follows in the name of what is kept of its seat. */
export const SEAT = "podesta seat ";
const NAME = "podesta name";

/** The seat of a game that this browser plays. */
export function seatOf(game: string): Kept | undefined {
  return read(SEAT + game, asKept);
}

/** A seat, of whatever was kept as one: what does not fit is left out, and without a token it is none. */
export function asKept(found: unknown): Kept | undefined {
  const { token, host, ruleset, opened, commitment, invitations, lesson, over } = membersOf(found);
  const { at, read: done } = membersOf(lesson);
  const known = asList(invitations).filter((each) => {
    const { secret } = membersOf(each);
    return asText(secret) !== undefined;
  });
  if (asText(token) === undefined && asText(host) === undefined) return undefined;
  return {
    token: asText(token),
    host: asText(host),
    invitations: Array.isArray(invitations) ? (known as Invitation[]) : undefined,
    ruleset: asText(ruleset) ?? "",
    opened: asText(opened) ?? "",
    commitment: asText(commitment),
    lesson: Number.isInteger(at) ? { at: at as number, read: asList(done).map(String) } : undefined,
    over: over === true ? true : undefined,
  };
}

/** Every game that is remembered, the newest first. */
export function seats(): [string, Kept][] {
  const names = storage.names().filter((name) => name.startsWith(SEAT));
  const all = names.flatMap((name): [string, Kept][] => {
    const kept = read(name, asKept);
    return kept ? [[name.slice(SEAT.length), kept]] : [];
  });
  return all.sort(([, one], [, other]) => other.opened.localeCompare(one.opened));
}

/** The name of whoever sits here. */
export function myName(): string {
  return storage.getItem(NAME) ?? "";
}

export function setMyName(name: string): void {
  storage.setItem(NAME, name);
}
