import type { Glyph } from "../../board/board";
/** The symbols of actions, pieces and figures: paths in a square of 24 units, filled by the even-odd rule. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  hospital: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  park: "M12 2a6 6 0 0 1 5.5 8.4A4.5 4.5 0 0 1 16 18h-2.8v4h-2.4v-4H8a4.5 4.5 0 0 1-1.5-7.6A6 6 0 0 1 12 2z",
  residence: "M3 8l4.5 4L12 4l4.5 8L21 8l-2 11H5z",
  cloister_school:
    "M12 6C9.5 4 6 3.6 2.5 4v14c3.5-.4 7 0 9.5 2 2.5-2 6-2.4 9.5-2V4C18 3.6 14.5 4 12 6zm-1 1.7v9.7C9 16.3 6.7 16 4.5 16V6c2.3 0 4.6.5 6.5 1.7z",
  bank: "M3 7c0-1.5 2.7-2.5 6-2.5s6 1 6 2.5v10c0 1.5-2.7 2.5-6 2.5s-6-1-6-2.5zm13 4c3 .1 5 1 5 2.3v4.4c0 1.3-2 2.2-5 2.3z",
  carriage_house:
    "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm0 2.8a7.7 7.7 0 1 1 0 15.4 7.7 7.7 0 0 1 0-15.4zM11 5h2v14h-2zM5 11h14v2H5z",
  hotel:
    "M2 5h2.5v8H21a1 1 0 0 1 1 1v6h-2.5v-3h-15v3H2zM6 8.5h5a2 2 0 0 1 2 2v1H6zm8 3v-3h4.5a2.5 2.5 0 0 1 2.5 2.5v.5z",
  notre_dame:
    "M4 22V5l3.5-3L11 5v4h2V5l3.5-3L20 5v17h-5.5v-4.5a2.5 2.5 0 0 0-5 0V22zM12 11.2a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z",
  trusted_friend: "M12 2.5a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 0 0 0-9.4zM3 22c0-6 4-8.7 9-8.7s9 2.7 9 8.7z",
  rat: "M1 17c0-5.5 4.5-9.5 10.5-9.5 2 0 3.6.5 4.9 1.3.4-1.9 2-2.9 3.6-2.3.6 1.3.3 2.4-.5 3.3 1.5 1.2 2.3 2.7 2.5 4.2-1.3 1.9-3 2.2-4.5 2.2L16 17zM1 17.5c-1 2 .5 3.5 2.5 3.5H13v-1.4H4c-1.3 0-1.8-1-1.2-2.1z",
  star: "M12 2l3 6.6 7.2.8-5.4 4.8 1.5 7.1L12 17.7l-6.3 3.6 1.5-7.1L1.8 9.4 9 8.6z",
  coin: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm0 2.3a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4zM10.8 8h2.4v8h-2.4z",
  marker: "M12 2l9 5v10l-9 5-9-5V7zM12 4.3L6 7.6l6 3.3 6-3.3z",
  bell: "M12 2a2 2 0 0 1 2 2c3 .8 4.5 3.5 4.5 7 0 4 1 5 2.5 6H3c1.5-1 2.5-2 2.5-6 0-3.5 1.5-6.2 4.5-7a2 2 0 0 1 2-2zm-2.5 16.5h5a2.5 2.5 0 0 1-5 0z",
  message: "M2 5h20v14H2zm2.5 2.2v9.6h15V7.2L12 13z",
  card: "M6.5 2h11A1.5 1.5 0 0 1 19 3.5v17a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 20.5v-17A1.5 1.5 0 0 1 6.5 2z",
};

export { MARKS } from "../../board/drawing/marks";

/** The yields of a sector when it is used: each a symbol, the text after it, and its CSS class. */
export const GIVES: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  hospital: [["rat", "−", "vermin"]],
  park: [["star", "+", "gilt"]],
  residence: [["star", "", "gilt"]],
  cloister_school: [["marker", "", ""]],
  bank: [["coin", "", "gilt"]],
  carriage_house: [["message", "", ""]],
  hotel: [
    ["coin", "", "gilt"],
    ["marker", "", ""],
    ["rat", "−", "vermin"],
  ],
};

/** What a message yields in addition to prestige. */
export const BROUGHT: Readonly<Record<string, readonly [number, string]>> = {
  m1: [1, "coin"],
  m2: [2, "marker"],
  m3: [3, "rat"],
  m4: [4, ""],
};

/** The sign of something that moves but is not a piece, by its id in notes. */
export function glyph(piece: string): Glyph | undefined {
  const [first = "", second = ""] = piece.split(".");
  if (first === "gold") return { path: SYMBOLS.coin ?? "", kind: "gilt" };
  const kind = first === "card" || first === "message" ? `mark c-${second}` : second === "card" ? "quiet" : "";
  return kind ? { path: SYMBOLS.card ?? "", kind } : undefined;
}
