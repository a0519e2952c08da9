import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting } from "../src/board/drawing/boxes";
import { squeezed, wrap } from "../src/board/drawing/wrap";

/** A board of so many units of area, which is the higher the narrower it is. */
const area =
  (units: number) =>
  (width: number): number =>
    units / width;

test("a board grows until it fills the height that there is", () => {
  for (const room of [500, 700, 900]) {
    const scale = fitting(area(500_000), 1080, room, 1);
    assert.ok((500_000 / (1080 / scale)) * scale <= room);
    assert.ok(scale === 1 || scale === 1.5 || (500_000 / (1080 / (scale + 0.05))) * (scale + 0.05) > room);
  }
});

test("what does not fit anyway stays as it is, and phones' layouts are never made larger", () => {
  assert.equal(fitting(area(2_000_000), 1080, 800, 1), 1);
  assert.equal(fitting(area(1000), 700, 800, 1), 1);
});

test("what fits stays while little can be gained, and shrinks as soon as it does not fit", () => {
  const before = fitting(area(400_000), 1080, 700, 1);
  assert.equal(fitting(area(390_000), 1080, 700, before), before);
  assert.ok(fitting(area(600_000), 1080, 700, before) < before);
});

test("words go on in the next line, and what has no room ends in an ellipsis", () => {
  assert.deepEqual(wrap("carriage house", 60, 12, 2), ["carriage", "house"]);
  assert.deepEqual(wrap("carriage house", 200, 12, 2), ["carriage house"]);
  assert.equal(wrap("one two three four five six", 30, 12, 2).length, 2);
  assert.match(wrap("one two three four five six", 60, 12, 1)[0] ?? "", /…$/);
  assert.equal(wrap("one two three, four five six", 66, 12, 2).at(-1), "three…");
  // a little too long is squeezed, not cut
  assert.deepEqual(wrap("carriage house", 78, 12, 1), ["carriage house"]);
  assert.equal(squeezed("carriage house", 78, 12), 78);
  assert.equal(squeezed("carriage house", 200, 12), undefined);
});

test("where all of a board is wanted, it shrinks until it is seen, or to half its size", () => {
  const scale = fitting(area(900_000), 906, 650, 1, true);
  assert.ok(scale < 1 && (900_000 / (906 / scale)) * scale <= 650);
  assert.equal(fitting(area(9_000_000), 906, 650, 1, true), 0.5);
  assert.equal(fitting(area(400_000), 1080, 700, 1, true), fitting(area(400_000), 1080, 700, 1));
});
