import type { Game } from "@podesta/client";
import { ids } from "./pieces";
import { texts } from "./texts";

export { default } from "./Board.svelte";
export { glyph, SYMBOLS as symbols } from "./symbols";
export { spoken } from "./texts";

/** The ids of everything that the board draws. */
export function drawn(game: Game): ReadonlySet<string> {
  return game.ruleset === "troyes" ? ids(game.view) : new Set();
}

/** The large places, except those of seats. */
export const places = () => [
  { id: "events", name: texts.events },
  { id: "buildings", name: texts.buildings },
  { id: "cathedral", name: texts.cathedral },
];
