/** A point. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle. A unit is a pixel of the page, so that texts and touch areas keep their size. */
export interface Box extends Point {
  readonly w: number;
  readonly h: number;
}

/** The gap between the parts of a board. */
export const GAP = 10;

/** A column that is filled from the top. */
export class Column {
  y: number;
  readonly x: number;
  readonly width: number;

  constructor(x: number, width: number, y = 0) {
    [this.x, this.width, this.y] = [x, width, y];
  }

  take(height: number, gap = GAP): Box {
    const box = { x: this.x, y: this.y, w: this.width, h: height };
    this.y += height + gap;
    return box;
  }
}

/** Cuts a box into equal parts, side by side. */
export function row({ x, y, w, h }: Box, count: number, gap = 6): Box[] {
  const part = (w - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({ x: x + index * (part + gap), y, w: part, h }));
}

/** Lays out `count` boxes of a height in lines of `across` each, from a box's upper edge down. */
export function grid(area: Box, count: number, across: number, height: number, gap = 6): Box[] {
  const lines = Math.ceil(count / across);
  return Array.from({ length: lines }, (_, line) =>
    row({ ...area, y: area.y + line * (height + gap), h: height }, across, gap),
  )
    .flat()
    .slice(0, count);
}

/** The height of such a grid. */
export function gridHeight(count: number, across: number, height: number, gap = 6): number {
  return Math.ceil(count / across) * (height + gap) - gap;
}

/** A point in a box, at fractions of its width and height. */
export function within(box: Box | undefined, across = 0.5, down = 0.5): Point {
  return box ? { x: box.x + box.w * across, y: box.y + box.h * down } : { x: 0, y: 0 };
}

/** The largest scale of a drawing, the smallest to show the whole board, and the smallest gain worth a change. */
const [LARGEST, SMALLEST, WORTH] = [1.5, 0.5, 0.15];
/** The narrowest board that has something next to it. */
export const NARROWEST = 720;
const STEP = 0.05;

/**
 * The scale at which a board fills a width and a height and is still visible as a whole: 1 if it does not fit anyway,
 * or less if `whole` requires it. A scale that fits is kept until much can be gained, because boards grow and shrink
 * during a game.
 */
export function fitting(
  height: (width: number) => number,
  width: number,
  room: number,
  now: number,
  whole = false,
): number {
  const least = whole ? SMALLEST : 1;
  const fits = (scale: number): boolean => width / scale >= NARROWEST && height(width / scale) * scale <= room;
  if (now > least && fits(now) && !fits(Math.min(LARGEST, now + WORTH))) return now;
  for (let scale = LARGEST; scale > least; scale -= STEP) if (fits(scale)) return scale;
  return least;
}
