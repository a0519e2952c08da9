import { type Box, Column, GAP, grid, gridHeight, row } from "../../board/drawing/boxes";
import { type Building, COLOURS, diceOf, rolling, type View } from "./pieces";

/** A building with the activities of its colour. */
export interface Band {
  readonly colour: string;
  readonly box: Box;
  /** The whole building, and its name. */
  readonly building: Box;
  readonly title: Box;
  readonly spaces: ReadonlyMap<string, Box>;
  readonly cards: readonly Box[];
  /** Whether figures have a line of their own on the cards. */
  readonly slim: boolean;
}

/** The layout of a seat's district, or of the neutral one. */
export interface District {
  readonly owner: string;
  readonly seat: number | undefined;
  readonly box: Box;
  readonly dice: readonly Box[];
  readonly supply: Box;
  readonly general: Box | undefined;
  readonly flip: Box | undefined;
  readonly events: Box | undefined;
  readonly characters: readonly Box[];
}

/** The layout of the whole board. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly turn: Box;
  readonly bands: readonly Band[];
  readonly farm: Box;
  readonly black: Box;
  readonly events: readonly Box[];
  readonly cathedral: Box;
  readonly plots: ReadonlyMap<string, Box>;
  readonly districts: readonly District[];
}

/** The smallest width with names next to buildings, and the smallest with two columns. */
const [WIDE, TWO] = [560, 960];
/** The size of a die, and the smallest size of a touch target. */
export const DIE = 44;
const [TURN, FARM, EVENT, HEAD, PLOT] = [56, 44, 120, 46, 34];
const PAD = 6;
/** The height of a line of text; narrow cards have more lines. */
const LINE = 15;
/** The width below which two characters are stacked, and the height of each then, with nothing cut off. */
const [STACKED, LOW] = [460, 50];

/** Lays out the board for a width: on phones in one column with the dice first, otherwise with the board first. */
export function layout(view: View, width: number, front: number): Layout {
  if (width < WIDE) return phone(view, width, front);
  return width < TWO ? tablet(view, width, front) : desk(view, width, front);
}

function phone(view: View, width: number, front: number): Layout {
  const all = new Column(0, width);
  const turn = all.take(TURN);
  const districts = order(view, front).map((owner) => district(view, owner, all, front));
  const events = queue(view, all);
  const bands = COLOURS.map((_, index) => band(view, index, all));
  const farm = all.take(FARM);
  const church = cathedral(all);
  return { width, height: all.y - GAP, turn, bands, farm, ...events, ...church, districts };
}

function tablet(view: View, width: number, front: number): Layout {
  const all = new Column(0, width);
  const bands = COLOURS.map((_, index) => band(view, index, all));
  const [now, events] = [doing(all), queue(view, all)];
  const half = (width - GAP) / 2;
  const [left, right] = [new Column(0, half, all.y), new Column(half + GAP, half, all.y)];
  const church = cathedral(right);
  return { width, ...now, bands, ...events, ...church, ...square(view, front, left, right, [1, 3]) };
}

/** Fills the shorter column: with more text on activities or events, or a higher cathedral. */
function desk(view: View, width: number, front: number): Layout {
  const { left, right } = columns(view, width, front);
  return columns(view, width, front, Math.max(0, right - left) / 3, Math.max(0, left - right - 2 * LINE) / 3).table;
}

/** The width of the second column. */
function side(width: number): number {
  return Math.round(Math.min(0.39 * width, 440));
}

/** Lays out two columns, with activities and the cathedral's windows higher than required; returns where each ends. */
function columns(view: View, width: number, front: number, more = 0, taller = 0) {
  const beside = side(width);
  const [left, right] = [new Column(0, width - beside - GAP), new Column(width - beside, beside)];
  const bands = COLOURS.map((_, index) => band(view, index, left, more));
  const now = doing(left);
  const [church, events] = [cathedral(right, taller), queue(view, right, taller && LINE)];
  const table: Layout = { width, ...now, bands, ...events, ...church, ...square(view, front, left, right, [1, 2]) };
  return { table, left: left.y, right: right.y };
}

/** The farm, with the current action next to it. */
function doing(column: Column): Pick<Layout, "farm" | "turn"> {
  const line = column.take(TURN);
  const farm = { ...line, w: Math.min(170, line.w * 0.28) };
  return { farm, turn: { ...line, x: farm.x + farm.w + PAD, w: line.w - farm.w - PAD } };
}

/**
 * Lays out the city square in two columns. The player's own district is in the first, and seats stay in place; the
 * neutral district is where there is more room. Both columns end at the same height.
 */
function square(view: View, front: number, first: Column, second: Column, beside: readonly number[]) {
  const districts = order(view, front).map((owner, index) => {
    const roomy = first.y < second.y ? first : second;
    return district(view, owner, owner === "neutral" ? roomy : beside.includes(index) ? second : first, front);
  });
  const height = Math.max(first.y, second.y) - GAP;
  const last = ({ x, y, h }: Box): boolean => y + h + GAP === (x === first.x ? first.y : second.y);
  const filled = districts.map((each) =>
    last(each.box) ? { ...each, box: { ...each.box, h: height - each.box.y } } : each,
  );
  return { districts: filled, height };
}

/** The owners of districts, starting with the seat in front. */
function order(view: View, front: number): string[] {
  const seats = view.players.map((_, index) => `seat_${(front + index) % view.players.length}`);
  return [...seats, "neutral"];
}

// -- buildings and activities ----------------------------------------------------------------------------------------

function band(view: View, index: number, column: Column, more = 0): Band {
  const building = view.buildings[index] as Building;
  const beside = column.width >= WIDE;
  const slim = (column.width - 2 * PAD - 12) / 3 < 190;
  const [name, cards] = [beside ? DIE + 2 : 28, (slim ? (beside ? 134 : 188) : 104) + more];
  const high = beside ? name : name + DIE + 2;
  const box = column.take(high + cards + 3 * PAD, PAD + 2);
  const inner = { x: box.x + PAD, y: box.y + PAD, w: box.w - 2 * PAD, h: high };
  const title = beside ? { ...inner, w: 132 } : { ...inner, h: name };
  const room = beside
    ? { ...inner, x: inner.x + 136, w: inner.w - 136 }
    : { ...inner, y: inner.y + name, h: high - name };
  return {
    colour: building.dice,
    box,
    building: inner,
    title,
    spaces: spaces(building, room),
    cards: row({ ...inner, y: inner.y + high + PAD, h: cards }, 3),
    slim,
  };
}

/** The spaces of a building in a line, with those of a row close together. */
function spaces(building: Building, room: Box): ReadonlyMap<string, Box> {
  const rows = building.spaces.map(({ values }) => values.join());
  const lines = [...new Set(rows)];
  const places = row(room, lines.length, lines.length > 3 ? 4 : 8).flatMap((part, line) =>
    row(part, rows.filter((each) => each === lines[line]).length, 2),
  );
  return new Map(building.spaces.map(({ id }, at) => [id, places[at] as Box]));
}

// -- events and cathedral --------------------------------------------------------------------------------------------

function queue(view: View, column: Column, more = 0): { black: Box; events: Box[] } {
  const black = column.take(HEAD, 4);
  const across = Math.ceil(view.queue.length / lines(view, column.width));
  const high = EVENT + (column.width / across < 200 ? LINE : more);
  const area = column.take(gridHeight(view.queue.length, across, high));
  return { black, events: grid(area, view.queue.length, across, high) };
}

/** The number of lines of events, as few as possible. */
function lines(view: View, width: number): number {
  return Math.max(1, Math.ceil(view.queue.length / Math.max(1, Math.floor((width + 6) / 171))));
}

function cathedral(column: Column, taller = 0): { cathedral: Box; plots: ReadonlyMap<string, Box> } {
  const high = PLOT + taller;
  const box = column.take(30 + 3 * (high + 3) + 26);
  const columns = row({ x: box.x + 8, y: box.y + 30, w: box.w - 16, h: high }, 6, 3);
  const plots = columns.flatMap((part, value) =>
    [1, 2, 3].map(
      (level) => [`cathedral_${value + 1}_${level}`, { ...part, y: part.y + (3 - level) * (high + 3) }] as const,
    ),
  );
  return { cathedral: box, plots: new Map(plots) };
}

// -- the city square -------------------------------------------------------------------------------------------------

/** Dice stay in place while they are used: there is room for all that were rolled. */
function district(view: View, owner: string, column: Column, front: number): District {
  const player = view.players.find(({ seat }) => `seat_${seat}` === owner);
  const seat = player?.seat;
  const dice = diceOf(view, owner);
  const across = Math.floor((column.width - 16 + 2) / (DIE + 2));
  const lines = Math.max(1, Math.ceil(Math.max(dice.length, rolling(view, owner)) / across));
  const [own, held] = [seat === front && view.seat !== null, player?.characters.length ?? 0];
  const foot = own ? DIE : player ? 30 : 0;
  const stacked = held > 1 && column.width < STACKED;
  const cards = stacked ? held * (LOW + 6) + 2 : held ? 70 : 0;
  const box = column.take(34 + lines * (DIE + 2) + (player ? foot + 6 : 0) + cards + 4);
  const inner = { x: box.x + 8, y: box.y + 34, w: box.w - 16, h: DIE };
  const places = dice.map((_, at) => ({
    ...inner,
    x: inner.x + (at % across) * (DIE + 2),
    y: inner.y + Math.floor(at / across) * (DIE + 2),
    w: DIE,
  }));
  const low = { ...inner, y: inner.y + lines * (DIE + 2) + 2, h: foot };
  const shown = { ...low, y: low.y + foot + 6 };
  const characters = stacked ? grid(shown, held, 1, LOW) : row({ ...shown, h: 62 }, Math.max(1, held)).slice(0, held);
  if (!player)
    return {
      owner,
      seat,
      box,
      dice: places,
      supply: { ...inner, x: box.x + 132, y: box.y, w: 180, h: 34 },
      general: undefined,
      flip: undefined,
      events: undefined,
      characters,
    };
  return { owner, seat, box, dice: places, ...feet(low, own), characters };
}

/** The area below a seat's dice: citizens, the button to turn dice over, and events taken. */
function feet(low: Box, own: boolean): Pick<District, "supply" | "general" | "flip" | "events"> {
  const wide = own ? 56 : 48;
  const [supply, general] = [
    { ...low, w: Math.min(118, low.w * 0.34) },
    { ...low, w: wide },
  ];
  general.x = supply.x + supply.w + 4;
  const flip = own ? { ...low, x: general.x + wide + 4, w: 92 } : undefined;
  const from = (flip ? flip.x + flip.w : general.x + wide) + 8;
  return { supply, general, flip, events: { ...low, x: from, w: low.x + low.w - from } };
}
