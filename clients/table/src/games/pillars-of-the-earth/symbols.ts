import type { Glyph } from "../../board/board";
import { COIN, COMMON, STAR } from "../../board/drawing/marks";

/** The symbols of cubes, gold, points, workers and stations: paths in a square of 24 units. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  sand: "M12 4l10 16H2zM12 9.5a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4zM9 14a1.2 1.2 0 1 0 0 2.4A1.2 1.2 0 0 0 9 14zm6 0a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z",
  wood: "M6 6h13a3.5 6 0 0 1 0 12H6A4 6 0 0 1 6 6zm0 2.2a2 3.8 0 0 0 0 7.6 2 3.8 0 0 0 0-7.6zm5 2.300h6v1.300h-6zm2 3h6v1.300h-6z",
  stone: "M2 5h9v6H2zm10.5 0H22v6h-9.500zM2 12.500h5V19H2zm6.5 0H16V19H8.500zm9 0H22V19h-4.500z",
  metal: "M7 7h10l5 11H2zm1.4 2L5 16h6V9z",
  gold: COIN,
  points: STAR,
  worker: "M12 3a3.8 3.8 0 1 1 0 7.600A3.8 3.8 0 0 1 12 3zM6 21c0-6 2-9 6-9s6 3 6 9zM17 7l5-4 .8 1.2-4.8 4z",
  builder:
    "M12 2c3 0 4.5 2.2 4.5 4.8 0 1.8-.8 3.2-2 4.200C18 12.5 19 17 19.5 22h-15C5 17 6 12.5 9.5 11c-1.2-1-2-2.4-2-4.200C7.5 4.2 9 2 12 2z",
  bag: "M8 2h8l-2 4c4 2 7 6 7 10 0 4-3 6-9 6s-9-2-9-6c0-4 3-8 7-10z",
  shield: "M4 3c3 1 5.5 1 8-1 2.5 2 5 2 8 1v9c0 5-3.5 8-8 10-4.5-2-8-5-8-10z",
  start: "M5 22V2h2l13 3.5-5 4 5 4L7 16v6z",
  die: "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z",
  positive: "M10 3h4v7h7v4h-7v7h-4v-7H3v-4h7z",
  negative: "M3 10h18v4H3z",
  card: COMMON.card ?? "",
  cube: "M12 1.500l9.500 5v11L12 22.500l-9.500-5v-11zM12 11.500l7-3.700-7-3.800-7 3.800z",
  hammer: "M3 4h12l5 4-2 2.500-3-1.500H12v12.500H8V9H3z",
  eye: "M1 12q11-14 22 0-11 14-22 0zm11-4.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  again: "M12 3a9 9 0 0 1 7.800 4.500L22 6v7h-7l2.200-2.200A6 6 0 1 0 17.600 14l2.700 1.500A9 9 0 1 1 12 3z",
  wall: "M2 21V7h3v3h3V7h3v3h2V7h3v3h3V7h3v14z",
};

/** The sign of something that moves but is not a piece, by its id in notes. */
export function glyph(piece: string): Glyph | undefined {
  const [what = "", name = ""] = piece.split(".");
  if (CARDS.has(what)) return { path: COMMON.card ?? "", kind: "quiet" };
  const kind = what === "resource" ? name : /worker$/.test(piece) ? "worker" : what;
  const path = kind === "gold" || kind === "worker" || what === "resource" ? SYMBOLS[kind] : undefined;
  return path ? { path, kind: `t-${kind}` } : undefined;
}

const CARDS = new Set(["craftsman", "privilege", "resource_card"]);
