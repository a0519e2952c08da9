import type { MyGame, RulesetSummary } from "@podesta/client";
import { changeSeat, forgetOther, otherSeats, seatIn } from "../store/kept/others";
import { gamesOfTickets } from "../store/kept/pending";
import { takeSeat } from "../store/seating/handing";
import { forget, markOver } from "../store/seating/keeping";
import { type Kept, seatOf, seats } from "../store/seating/seats";
import { podesta } from "../store/service";
import { turns } from "../store/turns.svelte";

/** The maximum number of games requested in one call. */
const MOST = 64;

/** The games in which this browser has a seat, starting with those where it is its turn. */
export class Mine {
  games = $state.raw<readonly MyGame[]>();
  rulesets = $state.raw<readonly RulesetSummary[]>([]);
  problem = $state.raw<Error>();

  readonly running = $derived(this.games?.filter((each) => isPlayed(each) && each.game.status === "running") ?? []);
  readonly others = $derived(this.games?.filter((each) => !this.running.includes(each)) ?? []);

  async load(): Promise<void> {
    try {
      for (const game of gamesOfTickets())
        await takeSeat(game).catch((why: Error) => {
          this.problem = why;
        });
      this.rulesets = await podesta.rulesets();
      this.games = await mine();
    } catch (error) {
      this.problem = error as Error;
    }
  }

  /** The name of a ruleset. */
  name(ruleset: string): string {
    return this.rulesets.find((each) => each.ruleset === ruleset)?.name ?? ruleset;
  }
}

/** Whether a seat is the one that this browser plays in its game, rather than another it holds. */
export function isPlayed({ game, seat }: MyGame): boolean {
  return seatIn(seatOf(game.game)?.token) === seat;
}

/** Switches to playing a seat of a game. */
export function play({ game, seat }: MyGame): void {
  const kept = otherSeats().find(([of, { token }]) => of === game.game && seatIn(token) === seat)?.[1];
  if (kept) changeSeat(game.game, kept);
}

/**
 * Returns the games of all seats stored here, or only of those that may still be running, and records where it is their
 * turn. Forgets seats that are now played elsewhere.
 */
export async function mine(ended = true): Promise<MyGame[]> {
  const all = [...seats(), ...otherSeats()].filter(([, { over }]) => ended || !over);
  const kept = all.flatMap(([game, each]) => (each.token ? [{ ...each, game }] : []));
  const found: MyGame[] = [];
  for (let from = 0; from < kept.length; from += MOST) {
    const asked = kept.slice(from, from + MOST);
    const { games, worthless } = await podesta.myGames(asked.map(({ token = "" }) => token));
    for (const each of worthless) if (asked[each]) drop(asked[each]);
    for (const { game } of games) markOver(game.game, game.status === "ended");
    found.push(...games);
  }
  turns.know(found.flatMap((each) => (isPlayed(each) && each.your_turn ? [each.game.game] : [])));
  return found;
}

/** Forgets a seat that is now played elsewhere. */
function drop(kept: Kept & { readonly game: string }): void {
  if (seatOf(kept.game)?.token === kept.token) forget(kept.game);
  else forgetOther(kept.game, kept);
}
