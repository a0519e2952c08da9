import type { Box } from "./boxes";

/**
 * The widths of neighbouring houses, and their heights as fractions of the row. The lengths are coprime, so that no two
 * rows look alike.
 */
const [WIDE, HIGH] = [
  [22, 30, 18, 26, 34],
  [0.72, 1, 0.62, 0.86, 0.7, 0.94, 0.78],
];

/** A row of gabled houses as one path, the same on every drawing. */
export function houses({ x, y, w, h }: Box, from = 0): string {
  const [low, end] = [y + h, x + w];
  let path = `M${x} ${low}`;
  for (let [at, one] = [x, from]; at < end; one++) {
    const wide = Math.min(WIDE[one % 5] as number, end - at);
    const high = h * (HIGH[one % 7] as number);
    path += `V${round(low - high * 0.66)}l${wide / 2} ${round(-high * 0.34)} ${wide / 2} ${round(high * 0.34)}`;
    at += wide;
  }
  return `${path}V${low}z`;
}

/** Small waves, spread over water. */
export function waves({ x, y, w, h }: Box): string {
  const count = Math.floor((w * h) / 5200);
  const starts = Array.from({ length: count }, (_, at) => [
    x + 10 + ((at * 137) % (w - 40)),
    y + 12 + ((at * 71) % (h - 18)),
  ]);
  return starts.map(([left, top]) => `M${round(left as number)} ${round(top as number)}q5-4 10 0t10 0`).join("");
}

/** The bounding box of others, with a margin. */
export function around(boxes: readonly Box[], margin = 0): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)) - margin, Math.min(...boxes.map((box) => box.y)) - margin];
  const [right, low] = [Math.max(...boxes.map((box) => box.x + box.w)), Math.max(...boxes.map((box) => box.y + box.h))];
  return { x, y, w: right + margin - x, h: low + margin - y };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
