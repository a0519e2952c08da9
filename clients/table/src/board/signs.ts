import type { Game } from "@podesta/client";

/** How a seat is marked: a colour with its shape, or the letter of a fleet. */
export interface Sign {
  readonly kind: string;
  readonly colour: string;
  readonly letter: string;
}

type Player = { readonly colour?: string | null; readonly fleet?: string | null };

/** The sign of a seat, which is grey until it has a colour. */
export function signOf({ view }: Game, seat: number): Sign {
  const { colour, fleet } = (view.players[seat] ?? {}) as Player;
  const letter = fleet?.slice(-1).toUpperCase() ?? "";
  return { kind: letter ? `fleet-${letter}` : `c-${colour ?? "neutral"}`, colour: colour ?? "neutral", letter };
}
