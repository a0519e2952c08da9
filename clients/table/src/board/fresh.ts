import type { Stage } from "./motion";

/** Places that are marked, at most: of more, nobody would see what is new. */
const MOST = 12;

/** Mark where others have put something since whoever looks has last moved, the newest first. */
export function mark(board: ParentNode, recent: Stage): void {
  for (const old of board.querySelectorAll("[data-fresh]")) old.removeAttribute("data-fresh");
  const zones = new Set(recent.flat().flatMap(({ to }) => (to ? [to] : [])));
  for (const zone of [...zones].slice(-MOST)) placeOf(board, zone)?.setAttribute("data-fresh", "");
}

/** What is seen of a place: the last piece that lies there, or the place itself. */
function placeOf(board: ParentNode, zone: string): Element | undefined {
  const name = CSS.escape(zone);
  return [...board.querySelectorAll(`[data-zone="${name}"], [data-id="${name}"]`)].at(-1);
}
