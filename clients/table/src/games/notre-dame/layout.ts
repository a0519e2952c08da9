import { type Box, Column, GAP, type Point, row } from "../../board/drawing/boxes";
import type { Placed } from "../../board/identity";
import { type City, city } from "./city";
import { held, type Piece, SECTORS, SPACES, type View } from "./pieces";

/** Where everything of a seat is. */
export interface Panel {
  readonly seat: number;
  readonly box: Box;
  /** Whether it is the one at the front, which is larger. */
  readonly large: boolean;
  readonly sectors: readonly Box[];
  readonly spaces: readonly Box[];
  readonly supply: Box;
  readonly general: Box;
  readonly gold: Box;
  readonly cards: Box;
}

/** Where everything is. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly persons: readonly Box[];
  readonly hand: readonly Box[];
  readonly city: City;
  readonly panels: readonly Panel[];
}

/** Widths from which there are two columns, and from which a seat's sectors stand in one row. */
const [TWO, ROW] = [720, 470];
const [PERSON, CARD] = [132, 96];
/** What two more lines of text take, where cards are narrow. */
const LINES = 32;

/** The layout for a width: all in one column on phones, the city beside the seats where there is room. */
export function layout(view: View, width: number, front: number): Layout {
  const columns =
    width >= TWO ? [Math.min(0.45 * width, 540), width - Math.min(0.45 * width, 540) - GAP] : [width, width];
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
  // as if persons and hand were there: nobody's place changes when they are not
  const [up, down] = [persons.length ? 0 : tall + GAP, hand.length ? 0 : CARD + GAP];
  const others = order
    .slice(1)
    .map((seat) => panel(seat, main === left || left.y + up < main.y + down ? left : main, false));
  const height = Math.max(left.y, main.y) - GAP;
  return { width, height, persons, hand, city: town, panels: [own, ...others] };
}

function panel(seat: number, column: Column, large: boolean): Panel {
  const rows = large && column.width < ROW ? 2 : 1;
  const [head, cell, track, low] = large ? [36, 78, 34, 46] : [30, 60, 24, 30];
  const box = column.take(head + rows * (cell + 4) + track + low + 2 * 6 + 32);
  const inside = { x: box.x + 8, w: box.w - 16 };
  let y = box.y + head;
  const sectors = Array.from({ length: rows }, (_, each) =>
    row({ ...inside, y: y + each * (cell + 4), h: cell }, rows === 1 ? 7 : 4, 4).slice(0, rows === 1 ? 7 : 4 - each),
  ).flat();
  y += rows * (cell + 4) + 2;
  const spaces = row({ ...inside, y, h: track }, SPACES, 2);
  y += track + 6;
  const [supply, general, gold] = parts({ ...inside, y, h: low }, [0.5, 0.25, 0.25]);
  const cards = { ...inside, y: y + low + 4, h: 30 };
  return { seat, box, large, sectors, spaces, supply, general, gold, cards } as Panel;
}

function parts({ x, y, w, h }: Box, shares: readonly number[]): Box[] {
  let left = x;
  return shares.map((share, index) => {
    const part = { x: left, y, w: (w - 4 * (shares.length - 1)) * share, h };
    left += part.w + (index < shares.length ? 4 : 0);
    return part;
  });
}

/** Where a piece lies. */
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

/** Markers of the seats in columns below each other. */
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

/** The friend lies on the right of a sector, markers in rows from its left. */
function inSector({ kind, index }: Placed<Piece>, box: Box | undefined, large: boolean): Point {
  if (!box) return { x: 0, y: 0 };
  if (kind === "friend") return { x: box.x + box.w - 11, y: box.y + 14 };
  const room = Math.max(2, Math.floor((box.w - 4) / 14));
  const low = box.y + box.h - (large ? 10 : 9);
  return { x: box.x + 10 + (index % room) * 14, y: low - Math.floor(index / room) * 13 };
}
