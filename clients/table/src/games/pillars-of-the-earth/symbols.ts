import type { Glyph } from "../../board/board";
import { COIN, COMMON, STAR } from "../../board/drawing/marks";

/** What is drawn for cubes, gold, points, workers and stations: paths in a square of 24 units. */
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
  wall: "M2 21V7h3v3h3V7h3v3h2V7h3v3h3V7h3v14z",
};

/** The pieces of the cathedral in 240 by 80 units, in the order in which they are built. */
export const CATHEDRAL: Readonly<Record<string, string>> = {
  nave: "M70 78V40h90v38zM80 50v18h7V50zm20 0v18h7V50zm20 0v18h7V50zm20 0v18h7V50z",
  portal: "M34 78V50h36v28H60V66a8 8 0 0 0-16 0v12z",
  apse: "M160 78V46h24a20 20 0 0 1 20 20v12zM170 56v12h7V56zm16 2v10h7V58z",
  tower_1: "M34 48V16l9-14 9 14v32zM40 22v10h6V22z",
  tower_2: "M52 48V16l9-14 9 14v32zM58 22v10h6V22z",
  roof: "M70 38l12-18h76l12 18zM118 18l4-16 4 16z",
};

/** The sign of what moves and is no piece: by its id in notes. */
export function glyph(piece: string): Glyph | undefined {
  const [what = "", name = ""] = piece.split(".");
  if (CARDS.has(what)) return { path: COMMON.card ?? "", kind: "quiet" };
  const kind = what === "resource" ? name : /worker$/.test(piece) ? "worker" : what;
  const path = kind === "gold" || kind === "worker" || what === "resource" ? SYMBOLS[kind] : undefined;
  return path ? { path, kind: `t-${kind}` } : undefined;
}

const CARDS = new Set(["craftsman", "privilege", "resource_card"]);
