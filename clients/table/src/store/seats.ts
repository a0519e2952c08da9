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
  /** What the game was bound to before it was drawn from: its record is held against that at the end. */
  readonly commitment?: string | undefined;
  /** Whether it is a first game, in which everything is explained. */
  readonly guided?: boolean | undefined;
}

/** A command that was sent, and of which nothing has been heard yet. */
export interface Pending {
  readonly id: string;
  readonly revision: number;
  readonly answers: readonly Answer[];
}

const SEAT = "podesta seat ";
const PENDING = "podesta pending ";
const TICKET = "podesta ticket ";
const NAME = "podesta name";
const CAUTION = "podesta caution";
const LOUD = "podesta sound";
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

/** A ticket that is being used, and the command's id. */
export interface PendingTicket {
  readonly ticket: string;
  readonly id: string;
  /** In a shared game: the share of the seat's chain. */
  readonly share?: string | undefined;
}

export function pendingTicket(game: string): PendingTicket | undefined {
  return read<PendingTicket>(TICKET + game);
}

/** Remember a ticket until it is used; nothing forgets it. */
export function setPendingTicket(game: string, pending?: PendingTicket): void {
  if (pending) write(TICKET + game, pending);
  else localStorage.removeItem(TICKET + game);
}

/** Forget a seat that is played elsewhere, or that nobody is asked of any more. */
export function forget(game: string): void {
  localStorage.removeItem(SEAT + game);
}

/** The name of whoever sits here. */
export function myName(): string {
  return localStorage.getItem(NAME) ?? "";
}

export function setMyName(name: string): void {
  localStorage.setItem(NAME, name);
}

/** Before which answers the table asks once more: before none, before those that nothing takes back, before each. */
export type Caution = "none" | "final" | "all";

export function caution(): Caution {
  const kept = localStorage.getItem(CAUTION);
  return kept === "none" || kept === "all" ? kept : "final";
}

export function setCaution(wanted: Caution): void {
  localStorage.setItem(CAUTION, wanted);
}

/** Whether the table calls whoever is asked with a sound. */
export function isLoud(): boolean {
  return localStorage.getItem(LOUD) === "yes";
}

export function setLoud(loud: boolean): void {
  localStorage.setItem(LOUD, loud ? "yes" : "no");
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
