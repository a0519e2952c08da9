import { type GameSummary, Problem, type RulesetSummary } from "@podesta/client";
import { podesta } from "../service";
import type { News } from "./feed";

/** The maximum number of games shown of each kind. */
const MOST = 12;

/** The games that can be played, and the current games that are open or running. */
export class Lobby {
  rulesets = $state.raw<readonly RulesetSummary[]>([]);
  games = $state.raw<readonly GameSummary[]>();
  connected = $state(true);
  problem = $state.raw<Error>();

  readonly open = $derived(this.#of("open"));
  readonly running = $derived(this.#of("running"));

  /** Starts listening; returns a function that stops it. */
  follow(): () => void {
    podesta.rulesets().then(
      (found) => {
        this.rulesets = found;
      },
      (why: Error) => {
        this.problem = why;
      },
    );
    return this.#listen();
  }

  /** The name of a ruleset. */
  name(ruleset: string): string {
    return this.rulesets.find((each) => each.ruleset === ruleset)?.name ?? ruleset;
  }

  /** Listens for games, without delaying the first paint; returns a function that stops it. */
  #listen(): () => void {
    let [left, stop] = [false, (): void => {}];
    void import("./feed").then(({ hearLobby }) => {
      if (!left) stop = hearLobby((news) => this.#hear(news));
    });
    return () => {
      left = true;
      stop();
    };
  }

  #hear(news: News<GameSummary[]>): void {
    this.connected = !("lost" in news);
    if ("refused" in news) this.problem = new Problem(news.refused);
    else if (!("lost" in news)) [this.games, this.problem] = [news, undefined];
  }

  /** The newest games of a status; undefined until any are known. */
  #of(status: GameSummary["status"]): readonly GameSummary[] | undefined {
    const found = this.games?.filter((game) => game.status === status);
    return found?.sort((one, other) => other.created_at.localeCompare(one.created_at)).slice(0, MOST);
  }
}
