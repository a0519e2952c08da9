import type { Game } from "@podesta/client";
import type { Words } from "../../store/words";
import { idsOf, Reader } from "./sheet";

/** A board for any ruleset, drawn from the view and its schema, without knowledge of the game. */
export { default } from "./Generic.svelte";

/** The ids of everything that it draws. A thing may appear in several places, and be touched in each. */
export function drawn(game: Game, words: Words): ReadonlySet<string> {
  return idsOf(new Reader(words).sheet(game));
}
