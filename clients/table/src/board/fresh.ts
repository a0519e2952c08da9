import type { Stage } from "./motion";

/** Places that are marked, at most: of more, nobody would see what is new. */
const MOST = 12;

/** Mark where others have put something since whoever looks has last moved, the newest first. */
export function mark(board: ParentNode, recent: Stage): void {
  for (const old of board.querySelectorAll("[data-fresh]")) old.removeAttribute("data-fresh");
  const zones = [...new Set(recent.flat().flatMap(({ to }) => (to ? [to] : [])))].slice(-MOST);
  const seen = zones.length ? lastOf(board) : undefined;
  for (const zone of zones) seen?.get(zone)?.setAttribute("data-fresh", "");
}

/** What is seen of each place: the last piece that lies there, or the place itself. */
function lastOf(board: ParentNode): Map<string | undefined, Element> {
  const all = [...board.querySelectorAll<HTMLElement | SVGElement>("[data-zone], [data-id]")];
  return new Map(all.flatMap((each) => [each.dataset.zone, each.dataset.id].map((place) => [place, each] as const)));
}
