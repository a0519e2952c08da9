import { type Claimed, newCommand } from "@podesta/client";
import { podesta } from "../service";
import { ownName } from "./opening";
import { claimed, claimOf, guided, keep, seatOf } from "./seats";

/** Take a seat of a game that waits for players; a page that is closed meanwhile takes the same one again. */
export async function sit(game: string, seat?: number, secret?: string): Promise<void> {
  const wish = { name: ownName(), ...(seat === undefined ? {} : { seat }), ...(secret ? { invitation: secret } : {}) };
  const commandId = claimOf(game, newCommand());
  if (!commandId) {
    const more = await import("../../texts/more");
    await more.spoken;
    throw new Error(more.opening.cannotKeepSeat);
  }
  try {
    const found: Claimed = await podesta.claim(game, wish, { commandId });
    const { ruleset } = found.game;
    const kept = { ...guided(ruleset, game), ...seatOf(game) };
    const seat = { ...kept, token: found.seat.token, ruleset, opened: new Date().toISOString() };
    if (keep(game, seat)) claimed(game); // else a page that is loaded anew takes the same seat again
  } catch (error) {
    if (!(error as { mending?: boolean }).mending) claimed(game);
    throw error;
  }
}
