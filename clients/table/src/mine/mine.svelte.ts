import type { MyGame, RulesetSummary } from "@podesta/client";
import { forget, seats } from "../store/seats";
import { podesta } from "../store/service";

/** Games that are asked for in one call, at most. */
const MOST = 64;

/** The games in which this browser has a seat: those first in which it is asked. */
export class Mine {
  games = $state.raw<readonly MyGame[]>();
  rulesets = $state.raw<readonly RulesetSummary[]>([]);
  problem = $state.raw<Error>();

  readonly running = $derived(this.games?.filter(({ game }) => game.status === "running") ?? []);
  readonly others = $derived(this.games?.filter(({ game }) => game.status !== "running") ?? []);

  async load(): Promise<void> {
    try {
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

/** The games of all seats that are kept here; seats that are played elsewhere by now are forgotten. */
async function mine(): Promise<MyGame[]> {
  const kept = seats()
    .flatMap(([game, { token }]) => (token ? [{ game, token }] : []))
    .slice(0, MOST);
  if (!kept.length) return [];
  const { games, worthless } = await podesta.myGames(kept.map(({ token }) => token));
  for (const each of worthless) if (kept[each]) forget(kept[each].game);
  return games;
}
