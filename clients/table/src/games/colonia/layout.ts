import { type Box, Column, GAP, grid, gridHeight, row } from "../../board/drawing/boxes";
import { CONTRACTS, DISPLAY, dayOf, owned, type Player, REGULAR, type View } from "./pieces";

/** A craftsman, and the spaces for contracts below him. */
export interface Craft {
  readonly box: Box;
  readonly head: Box;
  readonly spaces: readonly Box[];
}

/** A berth: the ship's head, and as many holds as it has. */
export interface Berth {
  readonly box: Box;
  readonly head: Box;
  readonly holds: readonly Box[];
}

/** The layout of a seat's panel. */
export interface Panel {
  readonly seat: number;
  readonly box: Box;
  readonly large: boolean;
  /** Home, town hall, and the four streets. */
  readonly places: readonly Box[];
  /** Family cards, shrines and windows. */
  readonly low: Box;
  /** What is behind the screen, if visible. */
  readonly money: readonly Box[];
  readonly goods: readonly Box[];
  readonly resources: readonly Box[];
  readonly relics: readonly Box[];
}

/** The options of a seat that are nowhere else: cards, ballots, money to exchange, goods to choose from. */
export interface Desk {
  readonly box: Box;
  readonly upper: readonly Box[];
  readonly middle: readonly Box[];
  readonly lower: readonly Box[];
}

/** The layout of the whole board. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly week: Box;
  readonly days: readonly Box[];
  readonly ordinances: readonly Box[];
  readonly market: Box;
  readonly stalls: readonly Box[];
  readonly crafts: readonly Craft[];
  readonly berths: readonly Berth[];
  readonly piles: Box;
  readonly display: readonly Box[];
  readonly desk: Desk | undefined;
  readonly panels: readonly Panel[];
}

/** What the desk shows. */
export type Task = "cards" | "ballots" | "exchange" | "goods";

/** The smallest width with two columns, and the smallest with goods and resources in one row. */
export const [TWO, ROW] = [820, 460];
/** The height of a family's head, and of a relic. */
const [HEAD, RELIC] = [34, 75];
/** The maximum number of families with room for the relics below them. */
const BESIDE = 4;
/** The part of the town for each day, by its position in their order. */
const TODAY = [0, 0, 0, 0, 1, 2, 2, 3];

/**
 * Lays out the board for a width: the town, with the families next to it. On narrow screens today's part comes first,
 * then the player's own family, and finished parts are folded.
 */
export function layout(view: View, width: number, front: number, task: Task): Layout {
  const two = width >= TWO;
  const left = new Column(0, two ? Math.round(width * 0.54) : width);
  const right = two ? new Column(left.width + GAP, width - left.width - GAP) : left;
  const order = view.players.map((_, index) => (front + index) % view.players.length);
  const day = dayOf(view);
  const folded = two ? 0 : day;
  const week = left.take(104);
  const days = row({ x: week.x + 8, y: week.y + 68, w: week.w - 16, h: 28 }, 7, 3);
  const ordinances = laws(view, left, folded);
  const seated = view.seat !== null && view.phase !== "game_over" && (day < 3 || task !== "cards");
  const own = seated ? desk(right, task) : undefined;
  const beside = two && order.length <= BESIDE;
  const town = [market, quarter, harbour, ...(beside ? [] : [relics])].map((part) => () => part(view, left, folded));
  const [today, ...others] = [...town.slice(TODAY[folded]), ...town.slice(0, TODAY[folded])];
  const parts = { ...today?.() };
  const panels = [panel(view, order[0] ?? 0, right, true, seated)];
  Object.assign(parts, ...others.map((part) => part()));
  panels.push(...order.slice(1).map((seat) => panel(view, seat, right, false)));
  // with two families, the left column is the longer one
  if (beside) Object.assign(parts, relics(view, right, 0, order.length > 2 ? left : right));
  const height = Math.max(left.y, right.y) - GAP;
  return { ...(parts as Layout), width, height, week, days, ordinances, desk: own, panels };
}

/** The week's ordinances: side by side where their texts fit, else stacked; by name only once they are over. */
function laws({ ordinances }: View, column: Column, today: number): Box[] {
  if (column.width >= 480) return row(column.take(column.width < 700 ? 125 : 100), 3);
  const over = [0, 1, 2].map((at) => {
    const { day = 0, verdict } = ordinances[at] ?? {};
    return verdict === "rejected" || day < today;
  });
  return over.map((past, at) => column.take(past ? 31 : 62, at < 2 ? 5 : GAP));
}

/** Seven stalls and two extra ones. */
function market({ stalls }: View, column: Column, day: number): Partial<Layout> {
  const closed =
    day > 3 && stalls.every(({ seat, resources }) => seat === null && !Object.values(resources).some(Boolean));
  const across = closed || column.width >= 460 ? 9 : 5;
  const high = closed ? 35 : 92;
  const box = column.take(gridHeight(9, across, high, 5));
  return { market: box, stalls: grid(box, 9, across, high, 5) };
}

/** Five craftsmen, with the spaces for contracts below each: on narrow screens, only as many as needed. */
function quarter({ craftsmen }: View, column: Column, day: number): Partial<Layout> {
  const [head, space] = [90, 28];
  const across = column.width < 480 ? 2 : 4;
  const most = Math.max(
    1,
    ...craftsmen.map(({ contracts, capacity }) => Math.max(contracts.length + 1, capacity ?? 0)),
  );
  const rows = Math.ceil(Math.min(CONTRACTS, day ? most : CONTRACTS) / across);
  const boxes = row(column.take(head + rows * (space + 3) + 6), 5, 5);
  const crafts = boxes.map((box) => {
    const below = { x: box.x + 4, y: box.y + head + 2, w: box.w - 8, h: rows * (space + 3) };
    return { box, head: { ...box, h: head }, spaces: grid(below, rows * across, across, space, 3) };
  });
  return { crafts };
}

/** Four berths, one below the other. */
function harbour({ harbour }: View, column: Column): Partial<Layout> {
  const berths = Array.from({ length: 4 }, (_, index) => {
    const box = column.take(60, 5);
    const holds = harbour[index]?.holds.length ?? 4;
    const part = { x: box.x + 86, y: box.y + 5, w: box.w - 92, h: box.h - 10 };
    return { box, head: { ...box, w: 82 }, holds: row(part, Math.max(holds, 3), 4).slice(0, holds) };
  });
  return { berths };
}

/** The relics on display, and the piles at the end of a column; extra spaces appear if used or to fill a row. */
function relics({ relics }: View, column: Column, _day: number, low = column): Partial<Layout> {
  const across = column.width >= 420 ? 6 : 5;
  const count = across > 5 || relics.some(({ space }) => (space ?? 0) > REGULAR) ? DISPLAY : REGULAR;
  const area = column.take(gridHeight(count, across, RELIC, 5));
  return { display: grid(area, count, across, RELIC, 5), piles: low.take(40) };
}

/** The desk in front of the player's own seat. */
function desk(column: Column, task: Task): Desk {
  const exchange = task === "exchange";
  const box = column.take(exchange ? 178 : 116);
  const inside = { x: box.x + 8, y: box.y + 28, w: box.w - 16, h: exchange ? 44 : box.h - 36 };
  if (!exchange)
    return { box, upper: row(inside, task === "cards" ? 6 : task === "goods" ? 5 : 4), middle: [], lower: [] };
  const beside = { ...inside, x: inside.x + 52, w: inside.w - 52 };
  const [upper, middle] = [row(beside, 4), row({ ...beside, y: inside.y + 49 }, 4)];
  return { box, upper, middle, lower: row({ ...beside, y: inside.y + 98 }, 5) };
}

function panel(view: View, seat: number, column: Column, large: boolean, desk = false): Panel {
  const player = view.players[seat] as Player;
  const start = column.y;
  const w = column.width;
  const inside = { x: column.x + 10, y: start + HEAD, w: w - 18, h: large ? 46 : 37 };
  const places = row(inside, 6, 4);
  let y = inside.y + inside.h + 4;
  const line = (count: number, h: number, from = 0, part = 1): Box[] => {
    const box = { x: inside.x + inside.w * from, y, w: inside.w * part - (part < 1 && !from ? 6 : 0), h };
    return row(box, count, 4);
  };
  // the player's own cards are on the desk, if there is one
  const bare = desk && seat === view.seat && !player.shrines.length && !player.windows.length;
  const low = { ...inside, y, h: bare ? 0 : 30 };
  y += bare ? 0 : 34;
  const open = player.money !== null;
  const money = open ? line(4, 34) : [];
  y += open ? 38 : 0;
  const beside = w >= ROW;
  const goods = open ? line(5, 46, 0, beside ? 0.55 : 1) : [];
  y += open && !beside ? 50 : 0;
  const resources = open ? line(5, beside ? 46 : 36, beside ? 0.55 : 0, beside ? 0.45 : 1) : [];
  y += open ? (beside ? 50 : 40) : 0;
  const count = owned(player).length;
  const across = Math.max(4, Math.floor((inside.w + 4) / 84));
  const cards = grid({ ...inside, y }, count, across, RELIC, 4);
  y += count ? gridHeight(count, across, RELIC, 4) + 4 : 0;
  const box = column.take(y - start + 4);
  return { seat, box, large, places, low, money, goods, resources, relics: cards };
}
