import { type Box, Column, GAP, grid, gridHeight, type Point, row, within } from "../../board/drawing/boxes";
import type { Placed } from "../../board/identity";
import { CUBES, KINDS, type Piece, type Player, SITES, type View } from "./pieces";

/** The layout of a seat's panel. */
export interface Panel {
  readonly seat: number;
  readonly box: Box;
  readonly own: boolean;
  readonly cubes: readonly Box[];
  readonly workers: Box;
  readonly craftsmen: readonly Box[];
  readonly privileges: readonly Box[];
}

/** The layout of the whole board. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly costs: readonly Box[];
  readonly bag: Box;
  readonly drawn: Box;
  readonly aside: Box;
  readonly hire: readonly Box[];
  /** The stations by name. */
  readonly stations: ReadonlyMap<string, Box>;
  /** The spaces for builders. */
  readonly spaces: ReadonlyMap<string, Box>;
  readonly resources: ReadonlyMap<string, Box>;
  readonly stock: ReadonlyMap<string, Box>;
  readonly panels: readonly Panel[];
  readonly coming: readonly Box[];
}

type Shape = readonly (readonly [height: number, ...(readonly [name: string, parts: number])[]])[];

/** The stations in the order of their use, by line, with their share of its width. */
const LINES: Shape = [
  [144, ["event", 1.8], ["bishop", 1.1], ["mill", 1.1], ["kingsbridge", 3]],
  [170, ["priory", 1], ["production", 3], ["court", 3]],
  [130, ["shiring", 2.8], ["castle", 1.2], ["market", 3]],
  [104, ["church", 5.9], ["cathedral", 1.1]],
];
const PHONE: Shape = [
  [90, ["event", 1]],
  [84, ["bishop", 1], ["mill", 2]],
  [122, ["kingsbridge", 1]],
  [170, ["priory", 1], ["production", 2]],
  [82, ["court", 1]],
  [116, ["shiring", 1]],
  [130, ["castle", 1], ["market", 2]],
  [104, ["church", 2], ["cathedral", 1]],
];
/** The smallest width with long lines of stations, and the smallest with two columns. */
const [WIDE, TWO] = [600, 960];
const [COST, BAG, HIRE, HEAD, CELL, COMING, TALL] = [44, 48, 92, 24, 46, 24, 44];

/** The most by which the cathedral is stretched, where its column is the shorter one. */
const GROWN = 96;

/** Lays out the board for a width. */
export function layout(view: View, width: number, front: number): Layout {
  const first = arranged(view, width, front, 0);
  const left = Math.min(GROWN, first.left);
  return left > 0 ? arranged(view, width, front, left).table : first.table;
}

/** Lays out the board with a cathedral stretched by `grown`, and returns the room left below it. */
function arranged(view: View, width: number, front: number, grown: number): { table: Layout; left: number } {
  const side = width >= TWO ? Math.round(Math.min(0.4 * width, 470)) : 0;
  const left = new Column(0, width - (side ? side + GAP : 0));
  const right = side ? new Column(width - side, side) : left;
  const order = view.players.map((_, index) => (front + index) % view.players.length);
  const phone = width < WIDE;
  const first = (): Panel[] => order.slice(0, 1).map((seat) => panel(view, seat, right, front));
  const wheel = wheelIn(right);
  const early = side || phone ? first() : [];
  const hire = Object.keys(view.supply.craftsmen).length ? hireIn(right) : [];
  const board = stationsIn(left, phone ? PHONE : raised(LINES, grown));
  const late = early.length ? [] : first();
  const columns = side || phone ? [left, right] : halves(left);
  // by number alone, so that panels stay in place as things come and go
  const at = (index: number): Column => columns[side ? Number(index < 2) : index % 2] as Column;
  const others = order.slice(1).map((seat, index) => panel(view, seat, at(index), front));
  const last = side ? at(others.length > 2 ? 0 : 2) : below(columns, width);
  const coming = comingIn(view, last);
  const height = Math.max(left.y, right.y, last.y) - GAP;
  const table = { width, height, ...wheel, hire, ...board, panels: [...early, ...late, ...others], coming };
  return { table, left: right.y - left.y };
}

/** Lines of stations with a higher last line. */
function raised(lines: Shape, by: number): Shape {
  return lines.map(([height, ...names], index) => [index === lines.length - 1 ? height + by : height, ...names]);
}

function halves(all: Column): Column[] {
  const half = (all.width - GAP) / 2;
  return [new Column(all.x, half, all.y), new Column(all.x + half + GAP, half, all.y)];
}

/** A single column below others. */
function below(columns: readonly Column[], width: number): Column {
  return new Column(0, width, Math.max(...columns.map(({ y }) => y)));
}

/** The costs above the bag, or next to it where there is room. */
function wheelIn(column: Column): Pick<Layout, "costs" | "bag" | "drawn" | "aside"> {
  const beside = column.width >= WIDE + 40;
  const line = column.take(beside ? BAG : COST, beside ? GAP : 4);
  const costs = row(beside ? { ...line, w: line.w / 2 - 6 } : line, 8, 3);
  const low = beside ? { ...line, x: line.x + line.w / 2, w: line.w / 2 } : column.take(BAG);
  const [drawn, aside] = [
    { ...low, w: 58 },
    { ...low, x: low.x + low.w - 58, w: 58 },
  ];
  return { costs, drawn, bag: { ...low, x: low.x + 62, w: low.w - 124 }, aside };
}

/** A line for each card that may still come, or two lines where they are narrow. */
function comingIn(view: View, column: Column): Box[] {
  const count = view.events_left.length + view.privileges_left.length;
  const across = Math.max(2, Math.floor(column.width / 230));
  const high = column.width / across < 200 ? TALL : COMING;
  const box = column.take(HEAD + gridHeight(count, across, high, 3));
  return grid({ ...box, y: box.y + HEAD }, count, across, high, 3);
}

function hireIn(column: Column): Box[] {
  const box = column.take(HEAD + HIRE);
  return row({ ...box, y: box.y + HEAD, h: HIRE }, 2);
}

// -- stations --------------------------------------------------------------------------------------------------------

function stationsIn(column: Column, lines: Shape): Pick<Layout, "stations" | "spaces" | "resources" | "stock"> {
  const stations = new Map(lines.flatMap((line) => stationsOf(column, line)));
  const inside = (name: string): Box => inner(stations.get(name) as Box);
  return {
    stations,
    spaces: new Map(spacesIn(inside)),
    resources: new Map(resourcesIn(inside("production"))),
    stock: new Map(stockIn(inside("market"))),
  };
}

function stationsOf(column: Column, [height, ...names]: Shape[number]): [string, Box][] {
  const line = column.take(height, 6);
  const parts = names.reduce((sum, [, part]) => sum + part, 0);
  const one = (line.w - 6 * (parts - 1)) / parts;
  let x = line.x;
  return names.map(([name, part]) => {
    const w = one * part + 6 * (part - 1);
    const box = { ...line, x, w };
    x += w + 6;
    return [name, box];
  });
}

/** The area below the name of a station. */
function inner({ x, y, w, h }: Box): Box {
  return { x: x + 5, y: y + HEAD, w: w - 10, h: h - HEAD - 5 };
}

function spacesIn(inside: (name: string) => Box): [string, Box][] {
  const named = (name: string, boxes: readonly Box[]): [string, Box][] =>
    boxes.map((box, at) => [`${name}_${at + 1}`, box]);
  const [market, court] = [inside("market"), inside("court")];
  return [
    ["bishop", inside("bishop")],
    ["castle", inside("castle")],
    ["cathedral", inside("cathedral")],
    ...named("kingsbridge", row(inside("kingsbridge"), 2)),
    ...named("shiring", row(inside("shiring"), 2)),
    ...named("priory", grid(inside("priory"), 2, 1, (inside("priory").h - 6) / 2)),
    ...named("court", row({ ...court, h: Math.min(court.h, 56) }, 4, 4)),
    ...named("market", row({ ...market, h: CELL }, 4, 4)),
  ];
}

/** A line for each place, with its three cards, in the order of the steps. */
function resourcesIn(box: Box): [string, Box][] {
  const lines = grid(box, 9, 3, (box.h - 8) / 3, 4);
  return SITES.flatMap((site, line) =>
    CUBES.map((cubes, at) => [`${site}_${cubes}`, lines[3 * line + at] as Box] as [string, Box]),
  );
}

function stockIn(box: Box): [string, Box][] {
  const low = { ...box, y: box.y + CELL + 5, h: box.h - CELL - 5 };
  return row(low, 3, 4).map((part, at) => [KINDS[at] as string, part]);
}

// -- seats -----------------------------------------------------------------------------------------------------------

function panel(view: View, seat: number, column: Column, front: number): Panel {
  const player = view.players[seat] as Player;
  const own = seat === front;
  const across = column.width >= 480 ? 4 : 3;
  const [crafts, chips] = [Math.max(3, player.craftsmen.length), player.privileges.length];
  /** The player's own cards are described in words, those of others in symbols. */
  const broad = own && chips < 2 ? 1 : 2;
  const [low, card, chip] = own ? [46, 62, broad > 1 ? 70 : 55] : [32, 46, 26];
  const [cards, below] = [gridHeight(crafts, across, card, 4), chips ? gridHeight(chips, broad, chip, 4) + 4 : 0];
  const box = column.take(34 + low + 4 + cards + below + 8);
  const inside = { x: box.x + 10, y: box.y + 34, w: box.w - 18, h: low };
  const cubes = row({ ...inside, w: inside.w * 0.66 }, KINDS.length, 4);
  const workers = { ...inside, x: inside.x + inside.w * 0.66 + 6, w: inside.w * 0.34 - 6 };
  const craftsmen = grid({ ...inside, y: inside.y + low + 4 }, player.craftsmen.length, across, card, 4);
  const privileges = grid({ ...inside, y: inside.y + low + 8 + cards }, chips, broad, chip, 4);
  return { seat, box, own, cubes, workers, craftsmen, privileges };
}

// -- positions of pieces
// -----------------------------------------------------------------------------------------------

/** Spaces with a card: the builder is in their corner. */
const SHARED = /^(kingsbridge|shiring)/;

/** The position of a piece. */
export function spot({ zone, place }: Placed<Piece>, table: Layout): Point {
  const [first = "", name = ""] = zone.split(".");
  if (first === "space") return onSpace(table, name);
  if (name === "start") return atName(table, Number(first.slice(1)));
  if (first === "bag") return inBag(table.bag, place);
  if (first.startsWith("wheel_")) return within(table.costs[7 - Number(first.slice(6))], 0.75, 0.5);
  return within(first === "drawn" ? table.drawn : table.aside, 0.5, 0.55);
}

function onSpace({ spaces }: Layout, name: string): Point {
  const box = spaces.get(name);
  if (SHARED.test(name) && box) return { x: box.x + 19, y: box.y + 21 };
  return { ...within(box, name.startsWith("priory") ? 0.7 : 0.5), y: (box?.y ?? 0) + Math.min((box?.h ?? 0) / 2, 42) };
}

function atName({ panels }: Layout, seat: number): Point {
  const box = panels.find((each) => each.seat === seat)?.box;
  return box ? { x: box.x + box.w - 18, y: box.y + 18 } : { x: 0, y: 0 };
}

function inBag(box: Box, place: number): Point {
  return { x: box.x + 44 + place * Math.min(22, (box.w - 62) / 11), y: box.y + box.h / 2 + 1 };
}
