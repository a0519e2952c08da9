/** Where in the table somebody is. */
export type Route =
  | { readonly page: "home" }
  | { readonly page: "opening"; readonly ruleset: string }
  | { readonly page: "game"; readonly game: string };

const GAME = /^\/play\/([a-z2-7]{16})$/;
const OPENING = /^#open\/([a-z-]+)$/;

function found(): Route {
  const game = GAME.exec(location.pathname)?.[1];
  if (game) return { page: "game", game };
  const ruleset = OPENING.exec(location.hash)?.[1];
  return ruleset ? { page: "opening", ruleset } : { page: "home" };
}

class Router {
  route = $state.raw<Route>(found());

  constructor() {
    addEventListener("popstate", () => this.#find());
    addEventListener("hashchange", () => this.#find());
  }

  /** Go to another page of the table. */
  go(address: string): void {
    history.pushState(null, "", address);
    this.#find();
    scrollTo(0, 0);
  }

  #find(): void {
    this.route = found();
  }
}

/** The page that is shown. */
export const router = new Router();

/** An invitation that a link brought along: it is taken out of the address before anything is asked of the service. */
export function invitation(): { secret: string; seat: number | undefined } | undefined {
  const inside = new URLSearchParams(location.hash.slice(1));
  const secret = inside.get("invitation");
  if (!secret) return undefined;
  const seat = inside.get("seat");
  history.replaceState(null, "", location.pathname);
  return { secret, seat: seat === null ? undefined : Number(seat) };
}

/** The link of an invitation. The secret stands in the fragment, which browsers send to nobody. */
export function invitationLink(game: string, secret: string, seat: number | null): string {
  const inside = new URLSearchParams({ invitation: secret, ...(seat === null ? {} : { seat: String(seat) }) });
  return `${location.origin}/play/${game}#${inside}`;
}
