import type { GameSummary, RulesetSummary, Wanted } from "@podesta/client";
import { podesta } from "./service";

/** Milliseconds after which the lobby is asked again. */
const AGAIN = 5_000;
/** Games of a kind that are shown, at most. */
const MOST = 12;

/** The games that can be played, and those that are: asked for again and again while somebody looks. */
export class Lobby {
  rulesets = $state.raw<readonly RulesetSummary[]>([]);
  open = $state.raw<readonly GameSummary[]>();
  running = $state.raw<readonly GameSummary[]>();
  problem = $state.raw<Error>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begin to ask; the function that is returned ends it. */
  follow(): () => void {
    void this.#ask();
    return () => clearTimeout(this.#timer);
  }

  /** The name of a ruleset. */
  name(ruleset: string): string {
    return this.rulesets.find((each) => each.ruleset === ruleset)?.name ?? ruleset;
  }

  async #ask(): Promise<void> {
    try {
      if (!this.rulesets.length) this.rulesets = await podesta.rulesets();
      const found = await Promise.all([some({ status: "open" }), some({ status: "running" })]);
      [this.open, this.running, this.problem] = [...found, undefined];
    } catch (error) {
      this.problem = error as Error;
    }
    this.#timer = setTimeout(() => void this.#ask(), AGAIN);
  }
}

/** The newest games of a kind. */
async function some(wanted: Wanted): Promise<GameSummary[]> {
  const games: GameSummary[] = [];
  for await (const each of podesta.games(wanted)) if (games.push(each) >= MOST) break;
  return games;
}
