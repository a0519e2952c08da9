import type { Answer } from "@podesta/client";
import { asList, asText, membersOf, read, storage, write } from "../storage.svelte";

const PENDING = "podesta pending ";
const TICKET = "podesta ticket ";

/** A command that was sent, and has no response yet. */
export interface Pending {
  readonly id: string;
  readonly revision: number;
  readonly answers: readonly Answer[];
}

/** The command of a game that may have been lost with the page. Sent again under its id, it is carried out once. */
export function pendingOf(game: string): Pending | undefined {
  return read(PENDING + game, (found) => {
    const { id, revision, answers } = membersOf(found);
    const fits = asText(id) !== undefined && Number.isInteger(revision) && asList(answers).length;
    return fits ? (found as Pending) : undefined;
  });
}

/** Stores a command until it is answered; without one, removes it. */
export function setPending(game: string, pending?: Pending): void {
  if (pending) write(PENDING + game, pending);
  else storage.removeItem(PENDING + game);
}

/** A ticket in use, and the id of the command. */
export interface PendingTicket {
  readonly ticket: string;
  readonly id: string;
  /** In a shared game, the share of the seat's chain. */
  readonly share?: string | undefined;
}

export function pendingTicket(game: string): PendingTicket | undefined {
  return read(TICKET + game, (found) => {
    const { ticket, id, share } = membersOf(found);
    const fits = [ticket, id, share ?? ""].every((each) => asText(each) !== undefined);
    return fits ? (found as PendingTicket) : undefined;
  });
}

/** The games with tickets in use. */
export function gamesOfTickets(): string[] {
  return storage.names().flatMap((name) => (name.startsWith(TICKET) ? [name.slice(TICKET.length)] : []));
}

/** Stores a ticket until it is used; without one, removes it. */
export function setPendingTicket(game: string, pending?: PendingTicket): void {
  if (pending) write(TICKET + game, pending);
  else storage.removeItem(TICKET + game);
}
