import { router } from "./routes.svelte";
import { askAhead } from "./store/ahead";

// runs first, before the texts on which the rest of the page waits: requests a game and its page at once; a link that
// brings a seat is left to that page
if (router.route.page === "game") {
  if (!location.hash) askAhead(router.route.game);
  void import("./pages/Game.svelte");
}
