import type { Game } from "@podesta/client";
import { ids } from "./pieces";

export { default } from "./Board.svelte";
export { glyph, SYMBOLS as symbols } from "./symbols";
export { spoken } from "./texts";

/** The ids of everything that the board draws. */
export function drawn(game: Game): ReadonlySet<string> {
  return game.ruleset === "golden-horn" ? ids(game.view) : new Set();
}

/** Ships sail from space to space; touching a far one answers for the whole route. */
export function leads(id: string): boolean {
  return id.startsWith("space.");
}
