import type { Game } from "@podesta/client";
import { ids } from "./pieces";

export { default } from "./Board.svelte";

/** The ids of everything that the board draws. */
export function drawn(game: Game): ReadonlySet<string> {
  return game.ruleset === "troyes" ? ids(game.view) : new Set();
}
