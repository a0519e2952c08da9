import type { Game } from "@podesta/client";
import { ids } from "./pieces";

export { default } from "./Board.svelte";
export { glyph, SYMBOLS as symbols } from "./symbols";
export { spoken } from "./texts";

/** The ids of everything that the board draws. */
export function drawn(game: Game): ReadonlySet<string> {
  return game.ruleset === "pillars-of-the-earth" ? ids(game.view) : new Set();
}
