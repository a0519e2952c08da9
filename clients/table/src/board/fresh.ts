import type { Stage } from "./motion";

/** The maximum number of places to mark: with more, the marks would not stand out. */
const MOST = 12;

/** Marks where others have placed something since the player's last move, newest first. */
export function mark(board: ParentNode, recent: Stage): void {
  for (const old of board.querySelectorAll("[data-fresh]")) old.removeAttribute("data-fresh");
  const zones = [...new Set(recent.flat().flatMap(({ to }) => (to ? [to] : [])))].slice(-MOST);
  const seen = zones.length ? lastOf(board) : undefined;
  for (const zone of zones) seen?.get(zone)?.setAttribute("data-fresh", "");
}

/** The element that shows each place: the last piece there, or the place itself. */
function lastOf(board: ParentNode): Map<string | undefined, Element> {
  const all = [...board.querySelectorAll<HTMLElement | SVGElement>("[data-zone], [data-id]")];
  return new Map(all.flatMap((each) => [each.dataset.zone, each.dataset.id].map((place) => [place, each] as const)));
}
