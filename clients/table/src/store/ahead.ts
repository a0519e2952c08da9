import type { Catalogue, Game } from "@podesta/client";
import { boardOf } from "../games/boards";
import { seatOf } from "./seating/seats";
import { podesta } from "./service";

/** The first requests of a game's page. */
export interface Asked {
  readonly game: Promise<Game>;
  /** The catalogue of its ruleset, if a seat stored here names it; resolves with undefined if it cannot be loaded. */
  readonly catalogue: Promise<Catalogue | undefined> | undefined;
}

let kept: { readonly id: string; readonly token: string | undefined; readonly asked: Asked } | undefined;

/** Requests a game while the rest of its page is still loading, for the page to find. */
export function askAhead(id: string): void {
  const asked = ask(id);
  asked.game.catch(() => {}); // the page handles the error
  kept = { id, token: seatOf(id)?.token, asked };
}

/** Takes the requests made ahead for a game with the current token, once; without any, makes them now. */
export function asked(id: string): Asked {
  const found = kept?.id === id && kept.token === seatOf(id)?.token ? kept.asked : ask(id);
  kept = undefined;
  return found;
}

function ask(id: string): Asked {
  const seat = seatOf(id);
  const game = podesta.game(id, { token: seat?.token });
  if (!seat) return { game, catalogue: undefined };
  void boardOf(seat.ruleset);
  return { game, catalogue: podesta.ruleset(seat.ruleset).catch(() => undefined) };
}
