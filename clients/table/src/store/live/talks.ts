import type { Game } from "@podesta/client";

/** Whether somebody at the table would read what the own seat says. */
export function talks(game: Game): boolean {
  return game.seat !== null && game.seats.filter(({ bot, taken }) => taken && !bot).length > 1;
}
