import type { Answer } from "@podesta/client";

/** A seat that this browser plays, and what it may do as the game's host. */
export interface Kept {
  /** The token that plays the seat; nothing for a host without a seat. */
  readonly token?: string | undefined;
  readonly host?: string | undefined;
  /** Secrets of the game's invitations, by seat. */
  readonly invitations?: readonly { readonly seat: number | null; readonly secret: string }[] | undefined;
  readonly ruleset: string;
  readonly opened: string;
}

/** A command that was sent, and of which nothing has been heard yet. */
export interface Pending {
  readonly id: string;
  readonly revision: number;
  readonly answers: readonly Answer[];
}

const SEAT = "podesta seat ";
const PENDING = "podesta pending ";
const NAME = "podesta name";
const CAREFUL = "podesta careful";
/** Games that are remembered, at most: the oldest go first. */
const LONGEST = 60;

/** The seat of a game that this browser plays. */
export function seatOf(game: string): Kept | undefined {
  return read<Kept>(SEAT + game);
}

/** Remember a seat; of too many, the oldest is forgotten. */
export function keep(game: string, kept: Kept): void {
  write(SEAT + game, kept);
  const all = seats();
  for (const [old] of all.slice(LONGEST)) localStorage.removeItem(SEAT + old);
}

/** Every game that is remembered, the newest first. */
export function seats(): [string, Kept][] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(SEAT));
  const all = names.flatMap((name): [string, Kept][] => {
    const kept = read<Kept>(name);
    return kept ? [[name.slice(SEAT.length), kept]] : [];
  });
  return all.sort(([, one], [, other]) => other.opened.localeCompare(one.opened));
}

/** The command of a game that may have been lost with the page: sent again under its id, it is carried out once. */
export function pendingOf(game: string): Pending | undefined {
  return read<Pending>(PENDING + game);
}

/** Remember a command until it is answered; nothing forgets it. */
export function setPending(game: string, pending?: Pending): void {
  if (pending) write(PENDING + game, pending);
  else localStorage.removeItem(PENDING + game);
}

/** The name of whoever sits here. */
export function myName(): string {
  return localStorage.getItem(NAME) ?? "";
}

export function setMyName(name: string): void {
  localStorage.setItem(NAME, name);
}

/** Whether answers are shown before they are sent. */
export function isCareful(): boolean {
  return localStorage.getItem(CAREFUL) === "yes";
}

export function setCareful(careful: boolean): void {
  localStorage.setItem(CAREFUL, careful ? "yes" : "no");
}

function read<T>(name: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, value: unknown): void {
  localStorage.setItem(name, JSON.stringify(value));
}
