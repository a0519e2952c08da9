import type { NewGame, Opened } from "@podesta/client";
import { texts } from "../../texts";
import { podesta } from "../service";
import { guided, keep } from "./keeping";
import { myName } from "./seats";

/** Names of house bots, by seat: whoever plays alone still plays against somebody. */
const BOTS = ["Agnese", "Baldo", "Corrado", "Dina", "Ezio", "Fiora"];

/** The name of a bot on a seat. */
export function botName(seat: number): string {
  return BOTS[seat % BOTS.length] ?? "";
}

/** The name of whoever sits here, or what a guest is called. */
export function ownName(): string {
  return myName() || texts.nameless;
}

/** Open a game, and remember its seat, its host's token and its invitations. */
export async function open(wish: NewGame): Promise<string> {
  const opened = await podesta.create(wish);
  remember(opened);
  return opened.game.game;
}

/** Open a game of a ruleset at once: one's own seat, and bots of a level on all others; on a deal, it is for practice. */
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
