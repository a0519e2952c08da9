import type { Game, Note, SeatPlan } from "@podesta/client";
import { keep } from "../store/seating/keeping";
import { ownName } from "../store/seating/opening";
import { podesta } from "../store/service";

/** Who is asked something in a game; none where nobody is. */
export function asked(game: Game): number[] {
  return game.waiting.map(({ seat }) => seat);
}

/** The seats of a game that branches off: each keeps its name. */
function seatsOf(past: Game, plan: (seat: number) => SeatPlan): SeatPlan[] {
  return past.seats.map(({ seat, name }) => ({ ...plan(seat), ...(name && { name }) }));
}

/** Open a game that begins with the past of an ended one: one's own seat, and bots on all others. */
export async function playOn(past: Game, seat: number): Promise<string> {
  const seats = seatsOf(past, (each) => (each === seat ? { name: ownName(), claim: true } : { bot: "greedy" }));
  const opened = await podesta.fork(past.game, { revision: past.revision, seats, listed: false });
  const { game, tokens, host } = opened;
  const kept = { token: tokens[0]?.token, host: host.token, ruleset: game.ruleset, opened: new Date().toISOString() };
  keep(game.game, kept);
  return game.game;
}

/** Milliseconds that a bot is waited for, and sentences of its turn that are told. */
const [PATIENCE, MOST] = [30_000, 8];

/**
 * What the bot that searches does in a position of an ended game: a game is opened from there in which it has the seat, and
 * its whole turn is watched. The other seats resign then, so that nothing goes on. The bot knows what the seat knew.
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
