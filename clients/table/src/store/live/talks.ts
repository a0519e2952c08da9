import type { Game } from "@podesta/client";

/** Whether other people at the table could read the player's phrases. */
export function talks(game: Game): boolean {
  return game.seat !== null && game.seats.filter(({ bot, taken }) => taken && !bot).length > 1;
}
