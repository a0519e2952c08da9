import { type Box, Column, GAP, grid, type Point, row, within } from "../../board/drawing/boxes";
import { COLOURS, docked, PORTS, type Port, unplaced, type View } from "./pieces";

/** A main port: its goods by colour, and the docks of its ships. */
export interface Harbour {
  readonly box: Box;
  readonly goods: readonly Box[];
  readonly docks: readonly Box[];
}

/** Modone, if it is in play, with the docks of its ships. */
export interface Station {
  readonly box: Box;
  readonly docks: readonly Box[];
}

/** The layout of a seat's panel. */
export interface Panel {
  readonly seat: number;
  readonly box: Box;
  readonly large: boolean;
  readonly bins: readonly Box[];
  /** The docks of ships that are not placed yet. */
  readonly fleet: readonly Box[];
  /** The button that declares the end of the game, when that is asked. */
  readonly ending: Box | undefined;
}

/** The layout of the whole board. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The scale of ships, relative to 46 units. */
  readonly scale: number;
  readonly radius: number;
  readonly sea: readonly Box[];
  readonly harbours: Readonly<Record<Port, Harbour>>;
  readonly station: Station | undefined;
  /** The sea spaces by id. */
  readonly spaces: ReadonlyMap<string, Point>;
  /** Whether a ship bound for Constantinople faces right in a space. */
  readonly forth: ReadonlyMap<string, boolean>;
  readonly path: string;
  readonly piles: Box;
  readonly hand: readonly Box[];
  readonly panels: readonly Panel[];
}

/** The smallest width with the route as one line between the ports. */
export const WIDE = 748;
/** The units that a ship takes, and the height that a port needs above its goods. */
const [SHIP, HEAD] = [48, 34];
/** The radius of a space that is visible around a ship of that size. */
const FLOATING = 31;
/** The height of the player's cards, and their height next to two other boards, which are higher than the own one. */
const [CARD, TALL] = [96, 130];
const CELL = 46;

/** Lays out the board for a width: the route runs from left to right, or on phones from top to bottom. */
export function layout(view: View, width: number, front: number): Layout {
  const route = width >= WIDE ? across(view, width) : down(view, width);
  const top = Math.max(...PORTS.map((port) => route.harbours[port].box.y + route.harbours[port].box.h)) + GAP;
  const order = view.players.map((_, index) => (front + index) % view.players.length);
  const two = width >= WIDE;
  const left = new Column(0, two ? Math.round(width * 0.52) : width, top);
  const right = two ? new Column(left.width + GAP, width - left.width - GAP, top) : left;
  const shown = view.seat !== null && view.players[view.seat]?.hand && view.phase !== "game_over";
  const hand = shown
    ? row(left.take(two && order.length > 2 && !unplaced(view).length ? TALL : CARD), COLOURS.length, 4)
    : [];
  const own = panel(view, order[0] ?? 0, left, true);
  const others = order.slice(1).map((seat) => panel(view, seat, right, false));
  const piles = (left.y <= right.y ? left : right).take(44);
  const height = Math.max(left.y, right.y) - GAP;
  return { width, height, ...route, hand, piles, panels: [own, ...others] };
}

type Route = Pick<Layout, "scale" | "radius" | "sea" | "harbours" | "station" | "spaces" | "forth" | "path">;

/** Cuts a box into rows of `columns` parts; at least one row. */
function cut(box: Box, count: number, columns: number): Box[] {
  const rows = Math.max(1, Math.ceil(count / columns));
  const high = (box.h - 4 * (rows - 1)) / rows;
  return grid(box, Math.max(count, columns), columns, high, 4);
}

/** The number of docks in a port: for the ships that are there, and those that could begin there. */
function needed(view: View, port: Port): number {
  return docked(view, port).length + unplaced(view).length;
}

/** The stretches of sea between the ports: the spaces of the route, split at Modone. */
function stretches({ route }: View): string[][] {
  const sea = route.filter(({ kind }) => kind === "sea" || kind === "modone");
  const at = sea.findIndex(({ kind }) => kind === "modone");
  const names = sea.map(({ id }) => id);
  return at < 0 ? [names] : [names.slice(0, at), names.slice(at + 1)];
}

/** The position of a space in a stretch that zigzags in pairs, one above the other; a last single one is centred. */
function folded(length: number, index: number, { x, y }: Point, apart: number, swing: number): Point {
  const pair = Math.floor(index / 2);
  const alone = index === length - 1 && index % 2 === 0;
  const below = pair % 2 !== index % 2;
  return { x: round(x + (pair + 0.5) * apart), y: round(alone ? y : below ? y + swing : y - swing) };
}

/** Lays out the route in one line, with spaces alternating above and below it. */
function across(view: View, width: number): Route {
  const side = Math.min(206, Math.max(156, width * 0.19));
  const scale = Math.min(1.25, (side - 20) / 3 / SHIP);
  const rows = Math.max(2, ...PORTS.map((port) => Math.ceil(needed(view, port) / 3)));
  const height = HEAD + 2 * CELL + 14 + rows * (SHIP * scale + 4) + 4;
  const places = { venice: 0, constantinople: width - side };
  const port = (name: Port): Harbour => harbour(view, name, { x: places[name], y: 0, w: side, h: height }, 3, 2);
  const inner = { x: side + GAP, y: 0, w: width - 2 * (side + GAP), h: height };
  const parts = stretches(view);
  const middle = SHIP * scale + 18;
  const pairs = parts.map((part) => Math.ceil(part.length / 2));
  const apart = (inner.w - 16 - (parts.length - 1) * middle) / pairs.reduce((sum, each) => sum + each);
  const radius = Math.min(42, apart / 2 - 2, height / 2 - 62);
  const swing = Math.min(height / 2 - radius - 30, radius + 26);
  const spaces = new Map<string, Point>();
  let x = inner.x + 8;
  for (const part of parts) {
    for (const [index, id] of part.entries())
      spaces.set(id, folded(part.length, index, { x, y: height / 2 + 6 }, apart, swing));
    x += (pairs[0] ?? 0) * apart + middle;
  }
  const at = inner.x + 8 + (pairs[0] ?? 0) * apart;
  const station = parts.length > 1 ? moored(view, { x: at, y: 8, w: middle, h: height - 16 }, true) : undefined;
  const forth = new Map([...spaces.keys()].map((id) => [id, true] as const));
  return {
    ...{ scale: Math.min(scale, radius / FLOATING), radius, sea: [inner], station, spaces, forth },
    harbours: { venice: port("venice"), constantinople: port("constantinople") },
    path: line(view, spaces, station, { x: inner.x, y: height / 2 }, { x: inner.x + inner.w, y: height / 2 }),
  };
}

/** Lays out the route from top to bottom, with the sea in rows that turn at their ends. */
function down(view: View, width: number): Route {
  const column = new Column(0, width);
  const port = (name: Port): Harbour => {
    const rows = Math.max(1, Math.ceil(needed(view, name) / 6));
    return harbour(view, name, column.take(HEAD + CELL + 10 + rows * (SHIP + 4) + 4, 6), 6, 1);
  };
  const [first, ...rest] = stretches(view);
  const venice = port("venice");
  const seas: Box[] = [];
  const [spaces, forth] = [new Map<string, Point>(), new Map<string, boolean>()];
  const longest = Math.min(6, Math.max(...stretches(view).map(({ length }) => length)));
  const radius = Math.min(42, Math.max(36, width / longest / 2 - 2));
  const apart = Math.min(width / longest, (width - 2 * radius - 6) / (longest - 1));
  /** Spaces too close to their neighbours alternate in height. */
  const swing = Math.sqrt(Math.max(0, (2 * radius + 3) ** 2 - apart ** 2));
  const high = 2 * radius + swing + 24;
  const stretch = (names: readonly string[]): void => {
    const box = column.take(Math.ceil(names.length / longest) * high + 6, 6);
    seas.push(box);
    for (const [index, id] of names.entries()) {
      const [each, at] = [Math.floor(index / longest), index % longest];
      const place = each % 2 ? longest - 1 - at : at;
      const y = box.y + 18 + radius + each * high + (place % 2) * swing;
      spaces.set(id, { x: round(width / 2 + (place - (longest - 1) / 2) * apart), y: round(y) });
      forth.set(id, each % 2 === 0);
    }
  };
  stretch(first ?? []);
  const station = rest.length ? moored(view, column.take(SHIP + 12, 6), false) : undefined;
  for (const part of rest) stretch(part);
  const constantinople = port("constantinople");
  const ends = [venice.box, constantinople.box] as const;
  const [from, to] = [
    { x: width / 2, y: ends[0].y + ends[0].h },
    { x: width / 2, y: ends[1].y },
  ];
  return {
    ...{ scale: 1.1, radius, sea: seas, station, spaces, forth },
    harbours: { venice, constantinople },
    path: line(view, spaces, station, from, to),
  };
}

function harbour(view: View, port: Port, box: Box, columns: number, rows: number): Harbour {
  const inside = { x: box.x + 6, y: box.y + HEAD, w: box.w - 12, h: rows * CELL + (rows - 1) * 4 };
  const goods = cut(inside, COLOURS.length, columns);
  const low = inside.y + inside.h + 6;
  const docks = { ...inside, y: low, h: box.y + box.h - low - 4 };
  const lines = Math.max(1, Math.round((docks.h + 4) / (docks.w / columns + 2)));
  return { box, goods, docks: cut(docks, Math.max(needed(view, port), lines * columns), columns) };
}

/** Modone with its docks. */
function moored({ route }: View, box: Box, upright: boolean): Station {
  const count = route.find(({ kind }) => kind === "modone")?.berths ?? 0;
  const inside = upright ? { ...box, y: box.y + 34, h: box.h - 40 } : { ...box, x: box.x + 96, w: box.w - 102 };
  return { box, docks: cut(inside, count, upright ? 1 : count) };
}

/** The path from port to port. */
function line(view: View, spaces: ReadonlyMap<string, Point>, station: Station | undefined, from: Point, to: Point) {
  const middle = station && within(station.box);
  const points = view.route.flatMap(({ id, kind }) => (kind === "modone" ? (middle ?? []) : (spaces.get(id) ?? [])));
  return `M${[from, ...points, to].map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}`;
}

function panel(view: View, seat: number, column: Column, large: boolean): Panel {
  const waiting = view.ships.filter((ship) => ship.seat === seat && !ship.space).length;
  const [head, cell] = large ? [38, 58] : [34, 48];
  const asked = view.phase === "declare" && view.active_seat === seat && view.seat === seat;
  const box = column.take(head + cell + 8 + (waiting || asked ? SHIP + 6 : 0));
  const inside = { x: box.x + 10, y: box.y + head, w: box.w - 20, h: cell };
  const fleet = { ...inside, y: inside.y + cell + 4, h: SHIP };
  return {
    seat,
    box,
    large,
    bins: row(inside, COLOURS.length, 4),
    fleet: waiting ? row(fleet, 3, 4) : [],
    ending: asked ? fleet : undefined,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
