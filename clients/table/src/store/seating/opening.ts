import type { NewGame, Opened } from "@podesta/client";
import { texts } from "../../texts";
import { podesta } from "../service";
import { guided, keep } from "./keeping";
import { myName } from "./seats";

/** The names of house bots, by seat, so that a player against bots has named opponents. */
const BOTS = ["Agnese", "Baldo", "Corrado", "Dina", "Ezio", "Fiora"];

/** The name of a bot on a seat. */
export function botName(seat: number): string {
  return BOTS[seat % BOTS.length] ?? "";
}

/** The player's name, or that of a guest. */
export function ownName(): string {
  return myName() || texts.nameless;
}

/** Opens a game, and stores its seat, the host's token and its invitations. */
export async function open(wish: NewGame): Promise<string> {
  const opened = await podesta.create(wish);
  remember(opened);
  return opened.game.game;
}

/** Opens a game at once, with the player on one seat and bots of a level on all others; with a deal, as practice. */
export function openAgainstBots(
  ruleset: NewGame["ruleset"],
  count: number,
  bot: string,
  deal?: string,
): Promise<string> {
  const seats: object[] = Array.from({ length: count - 1 }, (_, index) => ({ bot, name: botName(index) }));
  return open({ ruleset, seats: [{ name: ownName(), claim: true }, ...seats], listed: false, deal } as NewGame);
}

function remember({ game, tokens, host, invitations }: Opened): void {
  const kept = { token: tokens[0]?.token, host: host.token, invitations };
  keep(game.game, {
    ...kept,
    ...guided(game.ruleset, game.game),
    ruleset: game.ruleset,
    opened: new Date().toISOString(),
  });
}
