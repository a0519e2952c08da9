import type { Game, Note, SeatPlan } from "@podesta/client";
import { keep } from "../store/seating/keeping";
import { ownName } from "../store/seating/opening";
import { podesta } from "../store/service";

/** The seats that a game waits for. */
export function asked(game: Game): number[] {
  return game.waiting.map(({ seat }) => seat);
}

/** The seats of a fork; each keeps its name. */
function seatsOf(past: Game, plan: (seat: number) => SeatPlan): SeatPlan[] {
  return past.seats.map(({ seat, name }) => ({ ...plan(seat), ...(name && { name }) }));
}

/** Forks an ended game with the player on one seat and bots on all others. */
export async function playOn(past: Game, seat: number): Promise<string> {
  const seats = seatsOf(past, (each) => (each === seat ? { name: ownName(), claim: true } : { bot: "greedy" }));
  const opened = await podesta.fork(past.game, { revision: past.revision, seats, listed: false });
  const { game, tokens, host } = opened;
  const kept = { token: tokens[0]?.token, host: host.token, ruleset: game.ruleset, opened: new Date().toISOString() };
  keep(game.game, kept);
  return game.game;
}

/** How long to wait for a bot, in milliseconds, and the maximum number of sentences to show of its turn. */
const [PATIENCE, MOST] = [30_000, 8];

/**
 * Returns what the search bot would do in a position of an ended game: forks the game with the bot on that seat and
 * follows its whole turn. The other seats then resign to end the fork. The bot has only the seat's own information.
 */
export async function advice(past: Game, seat: number): Promise<string[]> {
  const seats = seatsOf(past, (each) => (each === seat ? { bot: "search" } : { claim: true }));
  const { game, seats: others } = await podesta.fork(past.game, { revision: past.revision, seats, listed: false });
  try {
    return await turn(game.game, game.revision, seat);
  } finally {
    for (const each of others) await each.resign().catch(() => undefined);
  }
}

/** The sentences of a seat's turn, until another seat is asked. */
async function turn(game: string, after: number, seat: number): Promise<string[]> {
  const notes: Note[] = [];
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    for await (const { event, data } of podesta.watch(game, { after, signal })) {
      if (event !== "update") continue;
      notes.push(...data.notes);
      const more = data.after.waiting.some((each) => each.seat === seat);
      if (data.after.result || !more || notes.length >= MOST) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return notes.slice(0, MOST).map(({ text }) => text);
}
