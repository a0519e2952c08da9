import assert from "node:assert/strict";
import type { Box, Point } from "../src/board/drawing/boxes";

/** What a finger needs. */
export const FINGER = 44;

/** Every box lies within a width and a height. */
export function inside(boxes: readonly Box[], width: number, height: number): void {
  for (const { x, y, w, h } of boxes)
    assert.ok(
      x >= -0.5 && y >= -0.5 && x + w <= width + 0.5 && y + h <= height + 0.5,
      `${[x, y, w, h]} of ${width} x ${height}`,
    );
}

/** No two boxes cover the same. */
export function apart(boxes: readonly Box[]): void {
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const across = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
      const down = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
      assert.ok(across < 0.5 || down < 0.5, `${JSON.stringify(one)} and ${JSON.stringify(other)}`);
    }
}

/** Every box can be touched by a finger. */
export function touchable(boxes: readonly Box[]): void {
  for (const { w, h } of boxes) assert.ok(w >= FINGER - 0.5 && h >= FINGER - 0.5, `${w} x ${h}`);
}

/** Every piece has a place within a width and a height. */
export function lying(points: readonly Point[], width: number, height: number): void {
  inside(
    points.map((at) => ({ ...at, w: 0, h: 0 })),
    width,
    height,
  );
  assert.ok(
    points.every(({ x, y }) => x > 0 && y > 0),
    "a piece has no place",
  );
}
