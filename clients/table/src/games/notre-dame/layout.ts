import { type Box, Column, GAP, type Point, row } from "../../board/drawing/boxes";
import type { Placed } from "../../board/identity";
import { type City, city } from "./city";
import { held, type Piece, SECTORS, SPACES, type View } from "./pieces";

/** The layout of a seat's panel. */
export interface Panel {
  readonly seat: number;
  readonly box: Box;
  /** Whether it is the one in front, which is larger. */
  readonly large: boolean;
  readonly sectors: readonly Box[];
  readonly spaces: readonly Box[];
  readonly supply: Box;
  readonly general: Box;
  readonly gold: Box;
  readonly cards: Box;
}

/** The layout of the whole board. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly persons: readonly Box[];
  readonly hand: readonly Box[];
  readonly city: City;
  readonly panels: readonly Panel[];
}

/** The smallest width with two columns, and the smallest with a seat's sectors in one row. */
const [TWO, ROW] = [720, 470];
/** The smallest width with a seat's gold next to its rats, and its cards next to its markers. */
const BROAD = 440;
/** The width reserved for the seats, where the city could take half. */
const SEATS = 490;
/** The width of sectors from which a friend is placed below the signs. */
const SIGNED = 60;
const [PERSON, CARD] = [132, 96];
/** The most by which a panel is stretched, where there is room. */
const STRETCH = 60;
/** The height of two more lines of text, for narrow cards. */
const LINES = 32;

/** Lays out the board for a width: in one column on phones, with the city next to the seats where there is room. */
export function layout(view: View, width: number, front: number): Layout {
  const wide = Math.min(540, Math.max(0.45 * width, Math.min(0.5 * width, width - SEATS)));
  const columns = width >= TWO ? [wide, width - wide - GAP] : [width, width];
  const [left, right] = [
    new Column(0, columns[0] ?? width),
    new Column(width >= TWO ? (columns[0] ?? 0) + GAP : 0, columns[1] ?? width),
  ];
  const main = width >= TWO ? right : left;
  const tall = left.width < ROW ? PERSON + LINES : PERSON;
  const persons = view.persons.length ? row(left.take(tall), Math.max(3, view.persons.length)) : [];
  const place = (): City => city(view, left.take(left.width), left.width, front);
  const early = main === left ? undefined : place();
  const hand =
    view.seat === null || view.phase === "game_over" ? [] : row(main.take(CARD), Math.max(3, held(view).length));
  const order = view.players.map((_, index) => (front + index) % view.players.length);
  const own = panel(order[0] ?? 0, main, true);
  const town = early ?? place();
  // as if persons and hand were there, so that panels stay in place when they are not
  const [up, down] = [persons.length ? 0 : tall + GAP, hand.length ? 0 : CARD + GAP];
  const others = order
    .slice(1)
    .map((seat) => panel(seat, main === left || left.y + up < main.y + down ? left : main, false));
  const height = Math.max(left.y, main.y) - GAP;
  const panels = [...new Set([main, left])].flatMap((column) =>
    filled(
      [own, ...others].filter(({ box }) => box.x === column.x),
      height + GAP - column.y,
    ),
  );
  return { width, height, persons, hand, city: town, panels };
}

/** Stretches the panels of a column, and their sectors, into the remaining room. */
function filled(panels: readonly Panel[], room: number): Panel[] {
  const more = Math.min(STRETCH, room / Math.max(1, panels.length));
  return panels.map((each, index) => stretched(each, index * more, more));
}

/** Moves a panel down, and makes it higher. */
function stretched(panel: Panel, down: number, more: number): Panel {
  const moved = (box: Box, by = down + more, higher = 0): Box => ({ ...box, y: box.y + by, h: box.h + higher });
  const [all, part] = [(boxes: readonly Box[]) => boxes.map((each) => moved(each)), more / rowsOf(panel)];
  const { sectors, spaces, supply, general, gold, cards } = panel;
  return {
    ...panel,
    box: moved(panel.box, down, more),
    sectors: sectors.map((each) => moved(each, down + (each.y > (sectors[0]?.y ?? 0) ? part : 0), part)),
    spaces: all(spaces),
    supply: moved(supply),
    general: moved(general),
    gold: moved(gold),
    cards: moved(cards),
  };
}

function rowsOf({ sectors }: Panel): number {
  return new Set(sectors.map(({ y }) => y)).size;
}

function panel(seat: number, column: Column, large: boolean): Panel {
  const rows = large && column.width < ROW ? 2 : 1;
  const broad = column.width - 16 >= BROAD;
  const [head, cell, track, low] = large ? [36, 78, broad ? 44 : 34, broad ? 44 : 46] : [30, 60, broad ? 30 : 24, 30];
  const box = column.take(head + rows * (cell + 4) + track + low + 2 * 6 + (broad ? 4 : 32));
  const inside = { x: box.x + 8, w: box.w - 16 };
  let y = box.y + head;
  const sectors = Array.from({ length: rows }, (_, each) =>
    row({ ...inside, y: y + each * (cell + 4), h: cell }, rows === 1 ? 7 : 4, 4).slice(0, rows === 1 ? 7 : 4 - each),
  ).flat();
  y += rows * (cell + 4) + 2;
  const [upper, lower] = [
    { ...inside, y, h: track },
    { ...inside, y: y + track + 6, h: low },
  ];
  return { seat, box, large, sectors, ...(broad ? beside(upper, lower) : below(upper, lower)) } as Panel;
}

/** Everything below the sectors, in two lines. */
function beside(upper: Box, lower: Box): Partial<Panel> {
  const [rats, general, gold] = parts(upper, [0.6, 0.2, 0.2]) as [Box, Box, Box];
  const [supply, rest] = parts(lower, [0.38, 0.62]) as [Box, Box];
  return { spaces: row(rats, SPACES, 2), general, gold, supply, cards: { ...rest, y: rest.y + (rest.h - 26) / 2 } };
}

/** The same in three lines, where there is less room. */
function below(upper: Box, lower: Box): Partial<Panel> {
  const [supply, general, gold] = parts(lower, [0.5, 0.25, 0.25]) as [Box, Box, Box];
  return { spaces: row(upper, SPACES, 2), supply, general, gold, cards: { ...lower, y: lower.y + lower.h + 4, h: 30 } };
}

function parts({ x, y, w, h }: Box, shares: readonly number[]): Box[] {
  let left = x;
  return shares.map((share, index) => {
    const part = { x: left, y, w: (w - 4 * (shares.length - 1)) * share, h };
    left += part.w + (index < shares.length ? 4 : 0);
    return part;
  });
}

/** The position of a piece. */
export function spot(piece: Placed<Piece>, table: Layout): Point {
  const [owner, name = ""] = piece.zone.split(".");
  const board = table.panels.find(({ seat }) => `s${seat}` === owner);
  if (piece.zone === "hand") return at(table.hand[piece.index], 0, 0);
  if (piece.zone === "notre_dame") return onTile(piece, table.city);
  if (!board) return onSquare(piece, table.city);
  if (name === "bell") return { x: board.box.x + board.box.w - 20, y: board.box.y + 18 };
  if (name === "friend") return { x: board.supply.x + board.supply.w - 16, y: board.supply.y + board.supply.h / 2 + 2 };
  if (name === "supply") return inRow(piece.index, board.supply);
  if (name === "general") return { x: board.general.x + 16, y: board.general.y + board.general.h / 2 };
  if (name.startsWith("rat_")) return at(board.spaces[Number(name.slice(4))], 0.5, 0.5);
  return inSector(piece, board.sectors[SECTORS.indexOf(name as (typeof SECTORS)[number])], board.large);
}

function at(box: Box | undefined, across: number, down: number): Point {
  return box ? { x: box.x + box.w * across, y: box.y + box.h * down } : { x: 0, y: 0 };
}

/** Markers are in columns by seat. */
function onTile({ group, index }: Placed<Piece>, { middle, radius }: City): Point {
  const seat = Number(/\d/.exec(group)?.[0] ?? 0);
  return { x: middle.x - radius * 0.62 + seat * radius * 0.31, y: middle.y + radius * 0.55 + index * 9 };
}

function onSquare({ zone, group }: Placed<Piece>, { squares, middle }: City): Point {
  const seat = Number(/\d/.exec(group)?.[0] ?? 0);
  const { x, y } = squares.get(zone.slice("square.".length)) ?? middle;
  return { x: x - 16 + seat * 8, y: y - 17 - (seat % 2) * 3 };
}

function inRow(index: number, { x, y, w, h }: Box): Point {
  return { x: x + 14 + index * Math.min(15, (w - 52) / 13), y: y + h / 2 };
}

/** The friend is on the right of a sector, clear of its signs; markers are in rows from the left. */
function inSector({ kind, index }: Placed<Piece>, box: Box | undefined, large: boolean): Point {
  if (!box) return { x: 0, y: 0 };
  const signed = box.w > SIGNED;
  if (kind === "friend") return { x: box.x + box.w - 12, y: signed ? box.y + box.h - 12 : box.y + 14 };
  const room = Math.max(2, Math.floor((box.w - (signed ? 24 : 4)) / 14));
  const low = box.y + box.h - (large ? 10 : 9);
  return { x: box.x + 10 + (index % room) * 14, y: low - Math.floor(index / room) * 13 };
}
