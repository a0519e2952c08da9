import { newCommand, type Seat } from "@podesta/client";
import { changeSeat, seatIn } from "../kept/others";
import { pendingTicket, setPendingTicket } from "../kept/pending";
import { podesta } from "../service";
import { keep } from "./keeping";
import { seatOf } from "./seats";

/**
 * Take a seat with the ticket that a link brought along. It is remembered until the seat is taken: a page that is loaded
 * anew in the middle sends the same command again.
 */
export async function takeSeat(game: string, ticket?: string, share?: string): Promise<void> {
  const pending = ticket ? { ticket, id: newCommand(), share } : pendingTicket(game);
  if (!pending) return;
  setPendingTicket(game, pending);
  try {
    const taken = await podesta.useTicket(game, pending.ticket, { commandId: pending.id, share: pending.share });
    const kept = { ruleset: taken.game.ruleset, opened: new Date().toISOString() };
    const { invitations, host } = seatOf(game) ?? {};
    changeSeat(game, { invitations, host, ...kept, token: taken.token?.token });
  } catch (error) {
    if ((error as { mending?: boolean }).mending) throw error;
    setPendingTicket(game);
    throw error;
  }
  setPendingTicket(game);
}

/** Whether a ticket brings another seat of a game than the one that is played here: then somebody is asked first. */
export function bringsAnother(game: string, ticket: string): boolean {
  const kept = seatOf(game)?.token;
  return !!kept && seatIn(kept) !== seatIn(ticket);
}

/** Play a game that is over once more: whoever asks first opens it, the others take their seats there. */
export async function playAgain(game: string): Promise<string> {
  const kept = seatOf(game);
  const found = await podesta.rematch(game, kept?.token ?? kept?.host ?? "");
  const id = found.game.game;
  if (seatOf(id)?.token) return id;
  const seat: Seat | undefined = found.seat;
  const host = found.host?.token ?? (kept?.token && kept.host && (await podesta.rematch(game, kept.host)).host?.token);
  keep(id, {
    token: seat?.token,
    host: host || undefined,
    ruleset: found.game.ruleset,
    opened: new Date().toISOString(),
  });
  return id;
}
