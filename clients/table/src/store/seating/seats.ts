import { asList, asText, membersOf, read, storage } from "../storage.svelte";

/** An invitation to a seat, or to any seat of the game (null). */
export interface Invitation {
  readonly seat: number | null;
  readonly secret: string;
}

/** A seat that this browser plays, and what it may do as the game's host. */
export interface Kept {
  /** The seat's token; undefined for a host without a seat. */
  readonly token?: string | undefined;
  readonly host?: string | undefined;
  /** The secrets of the game's invitations, by seat. */
  readonly invitations?: readonly Invitation[] | undefined;
  readonly ruleset: string;
  readonly opened: string;
  /** The commitment made before anything was drawn, to check the record against at the end. */
  readonly commitment?: string | undefined;
  /** How far its lesson has come, and which steps of its guide were read, if it has one. */
  readonly lesson?: Progress | undefined;
  /** Whether the game has ended; only then may it be dropped to save space. */
  readonly over?: boolean | undefined;
}

/** The progress of a lesson, and the steps read of the guide after it. */
export interface Progress {
  readonly at: number;
  readonly read: readonly string[];
}

/** The key prefix of stored seats, followed by the game's id. */
export const SEAT = "podesta seat ";
const NAME = "podesta name";

/** The seat of a game that this browser plays. */
export function seatOf(game: string): Kept | undefined {
  return read(SEAT + game, asKept);
}

/** Converts stored data to a seat: invalid parts are dropped; undefined without a seat's or a host's token. */
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

/** Every game remembered, newest first. */
export function seats(): [string, Kept][] {
  const names = storage.names().filter((name) => name.startsWith(SEAT));
  const all = names.flatMap((name): [string, Kept][] => {
    const kept = read(name, asKept);
    return kept ? [[name.slice(SEAT.length), kept]] : [];
  });
  return all.sort(([, one], [, other]) => other.opened.localeCompare(one.opened));
}

/** The player's name. */
export function myName(): string {
  return storage.getItem(NAME) ?? "";
}

export function setMyName(name: string): void {
  storage.setItem(NAME, name);
}
