import type { NewGame, Opened } from "@podesta/client";
import { texts } from "../texts";
import { seats as allSeats, keep, myName, seatOf } from "./seats";
import { podesta } from "./service";

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
export function openAgainstBots(ruleset: NewGame["ruleset"], seats: number, level: string, deal = ""): Promise<string> {
  const bots = Array.from({ length: seats - 1 }, (_, index) => ({ bot: level, name: botName(index) }));
  return open({
    ruleset,
    seats: [{ name: ownName(), claim: true }, ...bots],
    listed: false,
    ...(deal && { deal }),
  } as NewGame);
}

/** A lesson of a ruleset: the one that was begun and not finished, else a new one on its deal. */
export async function openLesson(
  ruleset: NewGame["ruleset"],
  seats: number,
  deal: string,
  steps: number,
): Promise<string> {
  const begun = allSeats().find(
    ([, kept]) => kept.ruleset === ruleset && !kept.over && (kept.lesson?.at ?? steps) < steps,
  );
  if (begun) return begun[0];
  const game = await openAgainstBots(ruleset, seats, "easy", deal);
  const kept = seatOf(game);
  if (kept) keep(game, { ...kept, lesson: { at: 0, read: [] } });
  return game;
}

function remember({ game, tokens, host, invitations }: Opened): void {
  const kept = { token: tokens[0]?.token, host: host.token, invitations };
  keep(game.game, { ...kept, ruleset: game.ruleset, opened: new Date().toISOString() });
}
