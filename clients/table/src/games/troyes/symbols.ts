import type { Glyph } from "../../board/board";
import { COIN, STAR } from "../../board/drawing/marks";

export { COIN, STAR };

/** The symbols of dice colours, of influence and of the effects of cards: paths in a square of 24 units. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  red: "M12 2l2.2 3v7.5h5v2.3h-5L15 20l-3 3-3-3 .8-5.2h-5v-2.3h5V5z",
  white: "M10 2h4v6h6v4h-6v10h-4V12H4V8h6z",
  yellow:
    "M12 1.5c2 2 2.4 4 1.2 6 1.6-1.6 3.4-2 5.3-1.3-.3 2.4-1.8 3.8-4.3 4.2 1.9-.4 3.6.1 4.9 1.6-1.4 2-3.4 2.5-5.9 1.5V22.5h-2.4V13.5c-2.5 1-4.5.5-5.9-1.5 1.3-1.5 3-2 4.9-1.6-2.5-.4-4-1.8-4.3-4.2 1.9-.7 3.7-.3 5.3 1.3-1.2-2-.8-4 1.2-6z",
  any: "M12 2l3 7h7l-5.6 4.6L18.5 21 12 16.6 5.5 21l2.1-7.4L2 9h7z",
  influence:
    "M4 3c3 1 5.5 1 8-1 2.5 2 5 2 8 1v9c0 5-3.5 8-8 10-4.5-2-8-5-8-10zm8 3.5L10.4 10H7l2.7 2.3-1 3.7 3.3-2.2 3.3 2.2-1-3.7L17 10h-3.4z",
  later:
    "M5 2h14v3.5c0 3-2.5 4.7-4.6 6.5 2.1 1.8 4.6 3.5 4.6 6.5V22H5v-3.5c0-3 2.5-4.7 4.6-6.5C7.5 10.2 5 8.5 5 5.5zm3 2.5c0 2 1.8 3 4 4.5 2.2-1.5 4-2.5 4-4.5z",
  citizen: "M12 2a4.6 4.6 0 0 1 3.1 8C18.5 12 20 17 20.5 22h-17C4 17 5.5 12 8.9 10A4.6 4.6 0 0 1 12 2z",
  flip: "M4 11a8 8 0 0 1 13.7-5.6L20 3v7h-7l2.6-2.6A5 5 0 0 0 7 11zm16 2a8 8 0 0 1-13.7 5.6L4 21v-7h7l-2.6 2.6A5 5 0 0 0 17 13z",
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2z",
  purse: "M8 2h8l-2 4c4 2 7 6 7 10 0 4-3 6-9 6s-9-2-9-6c0-4 3-8 7-10z",
  start: "M5 22V2h2l13 3.5-5 4 5 4L7 16v6z",
  face: "M12 2a6 6 0 0 1 6 6c0 4-2.7 7-6 7s-6-3-6-7a6 6 0 0 1 6-6zM3 22c.5-4 3.5-6 6-6.5l3 3 3-3c2.5.5 5.5 2.5 6 6.5z",
};

/** The pips of each die value: cells of a 3 × 3 grid, numbered from the top left. */
export const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"] as const;

/** The sign of something that moves but is not a piece, by its id in notes. */
export function glyph(piece: string): Glyph | undefined {
  const [what = "", , colour = "", value = ""] = piece.split(".");
  if (what === "die") return { path: DIE, kind: `mini d-${colour}`, text: value };
  if (what === "foe") return { path: DIE, kind: "mini d-black", text: piece.slice(4) };
  if (what === "denier") return { path: COIN, kind: "gilt" };
  return what === "event" ? { path: SYMBOLS.card ?? "", kind: "quiet" } : undefined;
}

const DIE = "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z";
