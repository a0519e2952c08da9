/** The current page of the table. */
export type Route =
  | { readonly page: "home" }
  | { readonly page: "opening"; readonly ruleset: string }
  | { readonly page: "mine" }
  | { readonly page: "rules"; readonly ruleset: string; readonly version: string; readonly rule: string }
  | { readonly page: "learn"; readonly ruleset: string }
  | { readonly page: "statistics" }
  | { readonly page: "game"; readonly game: string };

/** A trailing slash is not part of a game's id. An invalid id leads to the game's page, which reports it. */
const GAME = /^\/play\/([^/]+)\/?$/;
/**
 * Pages after `#` of the start page: `#open/troyes`, `#rules/troyes/T-12`, `#rules/golden-horn@1`, `#learn/troyes`,
 * `#mine`.
 */
const INSIDE = /^#(open|rules|learn|mine)(?:\/([a-z-]+)(?:@(\d+))?)?(?:\/([A-Z]-\d+))?$/;

function found(): Route {
  const game = GAME.exec(location.pathname)?.[1];
  if (game) return { page: "game", game };
  if (location.pathname.startsWith("/statistics")) return { page: "statistics" };
  const [, page = "", ruleset = "", version = "", rule = ""] = INSIDE.exec(location.hash) ?? [];
  if (page === "mine") return { page };
  if (!ruleset) return { page: "home" };
  if (page === "rules") return { page, ruleset, version, rule };
  return page === "learn" ? { page, ruleset } : { page: "opening", ruleset };
}

class Router {
  route = $state.raw<Route>(found());

  constructor() {
    addEventListener("popstate", () => this.#find());
    addEventListener("hashchange", () => this.#find());
  }

  /** Goes to another page of the table. */
  go(address: string): void {
    history.pushState(null, "", address);
    this.#find();
    scrollTo(0, 0);
  }

  /** The same, but going back skips the current page. */
  replace(address: string): void {
    history.replaceState(null, "", address);
    this.#find();
  }

  #find(): void {
    this.route = found();
  }
}

/** The router of the page. */
export const router = new Router();
