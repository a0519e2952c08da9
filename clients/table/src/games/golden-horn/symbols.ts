import type { Glyph } from "../../board/board";
import { COMMON } from "../../board/drawing/marks";

/** The symbols of things: paths in a square of 24 units, filled by the even-odd rule. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  ...COMMON,
  discard: "M3 9l9-4 9 4-9 4zM3 13l9 4 9-4v2l-9 4-9-4z",
  wind: "M2 9h12a3 3 0 1 0-3-3h2a1 1 0 1 1 1 1H2zM2 13h17a3 3 0 1 1-3 3h2a1 1 0 1 0 1-1H2zM2 17h9a2.6 2.6 0 1 1-2.6 2.6h1.8a.8.8 0 1 0 .8-.8H2z",
  anchor:
    "M12 1.5a3 3 0 0 1 1.2 5.75V9H16v2h-2.8v8.2c3-.5 5-2.5 5.3-5.2l-2 1 3.5-5 2.5 5.5-2-.8C19.8 20 16.5 22.5 12 22.5S4.2 20 3.5 14.7l-2 .8L4 10l3.5 5-2-1c.3 2.7 2.3 4.7 5.3 5.2V11H8V9h2.8V7.25A3 3 0 0 1 12 1.5zm0 1.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z",
  flag: "M5 1.5h2V3h12l-3 4 3 4H7v11.5H5z",
};

/** The cities, drawn upwards from a base line 60 units wide. */
export const CITIES: Readonly<Record<string, string>> = {
  venice:
    "M0 0v-10h5v-22l3-8 3 8v22h5v-7a6 6 0 0 1 12 0 7 7 0 0 1 14 0 6 6 0 0 1 12 0v7h6V0zM6-28h4v4H6zM20 0v-6a2.5 2.5 0 0 1 5 0v6zM32 0v-7a3 3 0 0 1 6 0v7zM45 0v-6a2.5 2.5 0 0 1 5 0v6z",
  constantinople:
    "M0 0v-9h8a6 6 0 0 1 8-5 14 14 0 0 1 13.2-13.9V-33h1.6v5.1A14 14 0 0 1 44-14a6 6 0 0 1 8 5h8V0zM18-12h3v4h-3zM25-12h3v4h-3zM32-12h3v4h-3zM39-12h3v4h-3zM27 0v-4a3 3 0 0 1 6 0v4zM10 0v-3a2 2 0 0 1 4 0v3zM46 0v-3a2 2 0 0 1 4 0v3z",
  modone:
    "M6 0v-8h6v-16h-3v-7h3v3h3v-3h3v3h3v-3h3v7h-3v16h8v-5h4v3h3v-3h4v3h3v-3h4v13zM16-20v4h2v-4zM36 0v-4a2.5 2.5 0 0 1 5 0v4z",
};

/** The sign of something that moves but is not a piece, by its id in notes. */
export function glyph(piece: string): Glyph | undefined {
  const [first = "", second = ""] = piece.split(".");
  if (first === "good") return { path: BALE, kind: `mark c-${second}` };
  const card = first === "card" || second === "card";
  return card ? { path: COMMON.card ?? "", kind: first === "card" ? `mark c-${second}` : "quiet" } : undefined;
}

const BALE = "M12 1l10 5.500v11L12 23 2 17.500v-11z";
