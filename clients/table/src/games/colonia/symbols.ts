import type { Glyph } from "../../board/board";
import { COMMON } from "../../board/drawing/marks";
import { CITY_OF } from "./pieces";

/** The symbols of things: paths in a square of 24 units, filled by the even-odd rule. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  ...COMMON,
  leather: "M6 2l3 2h6l3-2 4 4-3 3v6l3 3-4 4-3-2H9l-3 2-4-4 3-3V9L2 6z",
  iron: "M7 4h10l3 7H4zM5 13h6l1 7H2zM13 13h6l3 7H12.5z",
  wood: "M12 1.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM6.5 12a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM17.5 12a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  linen:
    "M3 5c3-3 6 2 9 0s6-2 9 0v14c-3-2-6-2-9 0s-6 3-9 0zM6 9v2c2 1 4-1 6-2V7c-2 1-4 3-6 2zM12 14v2c2-1 4-1 6 0v-2c-2-1-4-1-6 0z",
  fur: "M12 1l3 4 4-2-1 5 4 3-4 3 2 5-5-1-1 5h-4l-1-5-5 1 2-5-4-3 4-3-1-5 4 2z",
  saddle:
    "M2 7c3-1 5 2 8 2 4 0 6-2 8-5l4 2c-.5 5-3 8-6 9v3a2.5 2.5 0 1 1-2 0v-3c-2 .5-4 .5-6 0v4H6v-5C4 12.5 2.5 10 2 7z",
  wheel:
    "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm0 2.8a7.7 7.7 0 1 1 0 15.4 7.7 7.7 0 0 1 0-15.4zM11 5h2v14h-2zM5 11h14v2H5z",
  painting:
    "M1.5 3.5h21v17h-21zM4.5 6.5v11h15v-11zM6 16l4-6 3 3.5 2-2.5 3.5 5zM15.5 7.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  clothes: "M8 2h2c0 2.5 4 2.5 4 0h2l7 4-3 6-2.5-1V22h-11V11L4 12 1 6z",
  shoes: "M4 2h8v9c2 3 9 3 9.5 8V20H4zM4 21h17.5v2H4zM12 5H9v1.5h3zM12 8H9v1.5h3z",
  bergen: "M0 21L8 6l4 7 3.5-6L24 21zM8 10l-2 4 2-1 2 1z",
  bruges: "M1 9h22v12h-4.5a6.5 6.5 0 0 0-13 0H1zM2 4h4v4H2zM10 4h4v4h-4zM18 4h4v4h-4z",
  london: "M2 7l5 4.5L12 3l5 8.5L22 7l-2 11H4zM4 19.5h16V22H4z",
  novgorod: "M11 0h2v3c1 3.5 6 4.5 6 9 0 2.5-1.5 4-3 5H8c-1.5-1-3-2.5-3-5 0-4.5 5-5.5 6-9zM7 18.5h10V23H7z",
  home: "M12 2l10.5 9H19v11h-5v-6h-4v6H5V11H1.5z",
  town_hall: "M12 1l10 6v3H2V7zM4 11.5h3V19H4zM10.5 11.5h3V19h-3zM17 11.5h3V19h-3zM2 20.5h20V23H2z",
  yes: "M3 13l3.5-3.5 4 4L18 5l3.5 3.5L10.5 20.5z",
  no: "M5.5 2.5L12 9l6.5-6.5 3 3L15 12l6.5 6.5-3 3L12 15l-6.5 6.5-3-3L9 12 2.5 5.5z",
  shrine: "M12 1l9 7v14H3V8zM8 20h8v-6a4 4 0 0 0-8 0zM11 4.5V6H9.5v2H11v2h2V8h1.5V6H13V4.5z",
  relic: "M10 1.5h4V7h5.5v4H14v11.5h-4V11H4.5V7H10z",
  window:
    "M12 1c5 3 7 7 7 11v11H5V12c0-4 2-8 7-11zM11 6.5c-2.5 2-3.5 4-3.5 6H11zM13 6.5v6h3.5c0-2-1-4-3.5-6zM7.5 14.5v6H11v-6zM13 14.5v6h3.5v-6z",
  sail: "M11 1.5C18 4 20 10 20 15h-9zM9 5v10H4c0-4 2-8 5-10zM2 17h20c-1 4-3 5.5-5 5.5H7C5 22.5 3 21 2 17z",
  die: "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM7.5 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM16.5 14.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  mayor:
    "M5 1h5l2 5.5h-4zM14 1h5l-3 5.5h-4zM12 8a7.3 7.3 0 1 1 0 14.6A7.3 7.3 0 0 1 12 8zM12 11l-1.3 2.8-3 .4 2.2 2-.5 3 2.6-1.5 2.6 1.5-.5-3 2.2-2-3-.4z",
};

/** The sign of something that moves but is not a piece, by its id in notes. */
export function glyph(piece: string): Glyph | undefined {
  const [what = "", name = ""] = piece.split(".");
  const resource = /^s\d+$/.test(what) && name === "resource";
  const sign = { currency: CITY_OF[name], resource: name, good: name, relic: "relic", ship: "sail" }[
    resource ? "" : what
  ];
  const path = SYMBOLS[resource ? "bag" : (sign ?? "")];
  return path ? { path, kind: `t-${sign ?? name}` } : undefined;
}
