import { router } from "./routes.svelte";
import { askAhead } from "./store/ahead";

// what comes first in the page, before the texts of its language, which the rest of it waits for: a game is asked for at
// once, and its page with it; a link that brings a seat is looked at by that page itself
if (router.route.page === "game") {
  if (!location.hash) askAhead(router.route.game);
  void import("./pages/Game.svelte");
}
