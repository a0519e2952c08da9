import { type GameSummary, Problem, type RulesetSummary } from "@podesta/client";
import { podesta } from "../service";
import type { News } from "./feed";

/** Games of a kind that are shown, at most. */
const MOST = 12;

/** The games that can be played, and those that wait for players or run, as they come and go. */
export class Lobby {
  rulesets = $state.raw<readonly RulesetSummary[]>([]);
  games = $state.raw<readonly GameSummary[]>();
  connected = $state(true);
  problem = $state.raw<Error>();

  readonly open = $derived(this.#of("open"));
  readonly running = $derived(this.#of("running"));

  /** Begin to listen; the function that is returned ends it. */
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

  /** Hear of games by a stream, which the first picture does not wait for; the function that is returned ends it. */
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

  /** The newest games of a kind; nothing before any are known. */
  #of(status: GameSummary["status"]): readonly GameSummary[] | undefined {
    const found = this.games?.filter((game) => game.status === status);
    return found?.sort((one, other) => other.created_at.localeCompare(one.created_at)).slice(0, MOST);
  }
}
