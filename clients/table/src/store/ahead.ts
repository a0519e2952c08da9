import type { Catalogue, Game } from "@podesta/client";
import { boardOf } from "../games/boards";
import { seatOf } from "./seating/seats";
import { podesta } from "./service";

/** What the page of a game asks for first. */
export interface Asked {
  readonly game: Promise<Game>;
  /** The catalogue of its ruleset, where a seat is held that knows it; nothing if it cannot be had. */
  readonly catalogue: Promise<Catalogue | undefined> | undefined;
}

let kept: { readonly id: string; readonly token: string | undefined; readonly asked: Asked } | undefined;

/** Ask for a game while the rest of its page is still on its way; the page then finds it asked. */
export function askAhead(id: string): void {
  const asked = ask(id);
  asked.game.catch(() => {}); // the page is told of it
  kept = { id, token: seatOf(id)?.token, asked };
}

/** What was asked of a game ahead by whoever holds its seat now, once; what is asked now where nothing was. */
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
