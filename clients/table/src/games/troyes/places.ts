import { type Box, type Point, within } from "../../board/drawing/boxes";
import type { Placed } from "../../board/identity";
import type { Band, Layout } from "./layout";
import type { Piece } from "./pieces";

/** The position of a piece. */
export function spot({ group, kind, zone, place }: Placed<Piece>, table: Layout): Point {
  const [first = "", ...rest] = zone.split(".");
  const name = rest.join(".");
  if (first === "space") return standing(table, name);
  if (first === "building") return lyingAt(table, name, place);
  if (first === "activity")
    return kind === "cube" ? onCard(table, name, Number(/\d/.exec(group)?.[0]), place) : trading(table, name, place);
  if (first === "target") return marked(table.events[Number(name)], place);
  if (first === "plot") return within(table.plots.get(name));
  return ofOwner(table, first, name, place);
}

function standing(table: Layout, space: string): Point {
  const box = table.bands.flatMap(({ spaces: all }) => all.get(space) ?? [])[0];
  return box ? { x: box.x + box.w / 2 + 4, y: box.y + box.h - 15 } : { x: 0, y: 0 };
}

function lyingAt({ bands }: Layout, building: string, place: number): Point {
  const { title } = bands[["palace", "bishopric", "city_hall"].indexOf(building)] as Band;
  return { x: title.x + (title.h > 40 ? 52 : 172) + place * 18, y: title.y + title.h - 13 };
}

/** The box of a card by its place: `red_1.first`. */
export function cardOf({ bands }: Layout, place: string): Box | undefined {
  const [, colour, number] = /^([a-z]+)_(\d)/.exec(place) ?? [];
  return bands.find((each) => each.colour === colour)?.cards[Number(number) - 1];
}

/** The distance between tradesmen at the lower edge of a card. */
export const STEP = 27;

/** The position of a tradesman: first, second, and the others to their right. */
export function trading(table: Layout, place: string, index = 0): Point {
  const box = cardOf(table, place);
  const at = place.endsWith(".first") ? 0 : place.endsWith(".second") ? 1 : 2 + index;
  return box ? { x: box.x + 17 + at * STEP, y: box.y + box.h - 17 } : { x: 0, y: 0 };
}

/** The position of a cube on a card, in a heap for each owner. */
export function onCard(table: Layout, place: string, heap: number, index: number): Point {
  const box = cardOf(table, place);
  const slim = table.bands[0]?.slim;
  if (!box) return { x: 0, y: 0 };
  const x = slim ? box.x + 12 + heap * 25 : box.x + box.w - 92 + heap * 24;
  return { x: x + Math.min(index, 3) * 3, y: box.y + box.h - (slim ? 42 : 16) - Math.min(index, 3) * 3 };
}

function marked(box: Box | undefined, place: number): Point {
  return box ? { x: box.x + 20 + place * 24, y: box.y + box.h - 16 } : { x: 0, y: 0 };
}

function ofOwner({ districts }: Layout, owner: string, name: string, place: number): Point {
  const here = districts.find((each) => (each.seat === undefined ? "neutral" : `s${each.seat}`) === owner);
  if (!here) return { x: 0, y: 0 };
  const { box, supply, general } = here;
  if (name === "start") return { x: box.x + box.w - 16, y: box.y + 17 };
  if (name === "general") return { x: (general?.x ?? 0) + 15, y: within(general).y };
  return { x: supply.x + 14 + place * Math.min(18, (supply.w - 28) / 5), y: within(supply).y };
}
