import { asList, asText, membersOf, read, storage, write } from "../storage.svelte";

/** A seat that this browser plays, and what it may do as the game's host. */
export interface Kept {
  /** The token that plays the seat; nothing for a host without a seat. */
  readonly token?: string | undefined;
  readonly host?: string | undefined;
  /** Secrets of the game's invitations, by seat. */
  readonly invitations?: readonly { readonly seat: number | null; readonly secret: string }[] | undefined;
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

const SEAT = "podesta seat ";
const CLAIM = "podesta claim ";
const NAME = "podesta name";
/** Games that are over and still remembered, at most: the oldest go first. */
const LONGEST = 60;

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
    invitations: Array.isArray(invitations) ? (known as NonNullable<Kept["invitations"]>) : undefined,
    ruleset: asText(ruleset) ?? "",
    opened: asText(opened) ?? "",
    commitment: asText(commitment),
    lesson: Number.isInteger(at) ? { at: at as number, read: asList(done).map(String) } : undefined,
    over: over === true ? true : undefined,
  };
}

/** Remember a seat, and whether that outlives the page; of too many games that are over, the oldest is forgotten. */
export function keep(game: string, kept: Kept): boolean {
  const lasting = write(SEAT + game, kept);
  const over = seats().filter(([, each]) => each.over);
  for (const [old] of over.slice(LONGEST)) storage.removeItem(SEAT + old);
  return lasting;
}

/** The command that takes a seat of a game: its id, and the name; nothing where none can be kept: the seat would be lost. */
export function claimOf(game: string, fresh: string): string | undefined {
  const known = read(CLAIM + game, asText);
  return known ?? (write(CLAIM + game, fresh) ? fresh : undefined);
}

/** The seat is taken, or the claim was refused. */
export function claimed(game: string): void {
  storage.removeItem(CLAIM + game);
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

/** Note something of the seat that is played now: what was read of it before may be of another, or out of date. */
export function note(game: string, more: Partial<Kept>): void {
  const kept = seatOf(game);
  if (kept) keep(game, { ...kept, ...more });
}

/** Note whether a game has ended: its seat may then be forgotten when there are many such. An operator may undo it. */
export function markOver(game: string, over = true): void {
  if ((seatOf(game)?.over ?? false) !== over) note(game, { over });
}

/** Forget a seat that is played elsewhere, or that nobody is asked of any more. */
export function forget(game: string): void {
  storage.removeItem(SEAT + game);
}

/** What the first game of a ruleset in this browser begins with: its guide, as if its lesson were done. */
export function guided(ruleset: string, game: string): Pick<Kept, "lesson"> {
  const known = seats().some(([id, kept]) => id !== game && kept.ruleset === ruleset);
  return known ? {} : { lesson: { at: Number.MAX_SAFE_INTEGER, read: [] } };
}

/** The name of whoever sits here. */
export function myName(): string {
  return storage.getItem(NAME) ?? "";
}

export function setMyName(name: string): void {
  storage.setItem(NAME, name);
}
