import { type Claimed, newCommand } from "@podesta/client";
import { podesta } from "../service";
import { claimed, claimOf, guided, keep } from "./keeping";
import { ownName } from "./opening";
import { myName, seatOf } from "./seats";

/** Takes a seat of an open game. A page that is closed before the response takes the same seat again. */
export async function sit(game: string, seat?: number, secret?: string): Promise<void> {
  // a command must be repeated with the same name
  const claim = claimOf(game, `${newCommand()} ${myName() || (await unlike(game))}`);
  if (!claim) {
    const more = await import("../../texts/more");
    await more.spoken;
    throw new Error(more.opening.cannotKeepSeat);
  }
  const [commandId = "", ...name] = claim.split(" ");
  const wish = {
    name: name.join(" ") || ownName(),
    ...(seat === undefined ? {} : { seat }),
    ...(secret ? { invitation: secret } : {}),
  };
  try {
    const found: Claimed = await podesta.claim(game, wish, { commandId });
    const { ruleset } = found.game;
    const kept = { ...guided(ruleset, game), ...seatOf(game) };
    const seat = { ...kept, token: found.seat.token, ruleset, opened: new Date().toISOString() };
    if (keep(game, seat)) claimed(game); // otherwise a reloaded page takes the same seat again
  } catch (error) {
    if (!(error as { mending?: boolean }).mending) claimed(game);
    throw error;
  }
}

/** A name for an unnamed guest that differs from those at the table. */
async function unlike(game: string): Promise<string> {
  const { seats } = await podesta.game(game);
  const [taken, name] = [new Set(seats.map((each) => each.name)), ownName()];
  const more = Array.from({ length: seats.length }, (_, other) => `${name} ${other + 2}`);
  return [name, ...more].find((each) => !taken.has(each)) ?? name;
}
