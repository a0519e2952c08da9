import { type Answer, type Game, GameOver, NotYourTurn, newCommand, StaleRevision, type Taken } from "@podesta/client";
import { type Pending, pendingOf, setPending } from "../kept/pending";
import { type Entry, entryOf } from "../log";
import { type Scores, scoresOf } from "../scores";
import { podesta } from "../service";

const MOVED_ON = [StaleRevision, NotYourTurn, GameOver];

/** The game and the revision that a fork begins from. */
export interface Branch {
  readonly game: string;
  readonly revision: number;
}

interface Remembered {
  readonly entries: readonly Entry[];
  readonly scores: readonly Scores[];
  readonly from: Branch | undefined;
}

/** The names of a game's players, by seat. */
export function playersOf(game: Game): { seat: number; name: string }[] {
  return game.seats.map(({ seat, name }) => ({ seat, name: name || String(seat + 1) }));
}

/** Returns the log of a game so far, the scores at each revision, and what the game was forked from. */
export async function history(game: string, token?: string): Promise<Remembered> {
  const [entries, scores, from]: [Entry[], Scores[], Branch[]] = [[], [], []];
  for await (const update of podesta.history(game, token ? { token } : {})) {
    entries.push(...[entryOf(update) ?? []].flat());
    scores.push(scoresOf(update.after));
    from.push(...update.events.flatMap((each) => (each.event === "created" && each.forked ? [each.forked] : [])));
  }
  return { entries, scores, from: from[0] };
}

/** Sends answers so that a page that is closed or reloaded in the middle neither loses nor repeats one. */
export const answered = {
  /** Sends answers, and stores them until their outcome is known. */
  async first(game: string, token: string, revision: number, answers: readonly Answer[]): Promise<Taken | undefined> {
    const pending: Pending = { id: newCommand(), revision, answers };
    setPending(game, pending);
    return sent(game, token, pending);
  },

  /** Sends answers again that an earlier page sent without a response; undefined if there are none. */
  async again(game: string, token: string): Promise<Taken | undefined> {
    const pending = pendingOf(game);
    return pending && sent(game, token, pending).catch(() => undefined);
  },
};

/** Sends a command and returns its result; undefined if the game had moved on and shows a newer question. */
async function sent(game: string, token: string, { id, revision, answers }: Pending): Promise<Taken | undefined> {
  try {
    const taken = await podesta.answer(game, token, revision, answers, { commandId: id });
    setPending(game);
    return taken;
  } catch (error) {
    if (!(error as { mending?: boolean }).mending) setPending(game);
    if (!MOVED_ON.some((kind) => error instanceof kind)) throw error;
    return undefined;
  }
}
