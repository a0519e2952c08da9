import { newCommand, type Seat } from "@podesta/client";
import { changeSeat, seatIn } from "../kept/others";
import { pendingTicket, setPendingTicket } from "../kept/pending";
import { podesta } from "../service";
import { keep } from "./keeping";
import { seatOf } from "./seats";

/**
 * Takes a seat with the ticket from a link. The ticket is stored until the seat is taken, so that a page reloaded in
 * the middle sends the same command again.
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

/** Whether a ticket is for another seat of a game than the one played here, which needs confirmation. */
export function bringsAnother(game: string, ticket: string): boolean {
  const kept = seatOf(game)?.token;
  return !!kept && seatIn(kept) !== seatIn(ticket);
}

/** Opens or joins the rematch of an ended game: the first to ask opens it, and the others take their seats there. */
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
