import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point } from "../src/board/drawing/boxes";
import { city } from "../src/games/notre-dame/city";
import { layout } from "../src/games/notre-dame/layout";
import type { View } from "../src/games/notre-dame/pieces";
import { apart, inside } from "./boxes";

const NAMES = ["centre", "inner_left", "inner_right", "outer_left", "outer_right"];
const OWN = [
  ["centre", "inner_left"],
  ["centre", "inner_right"],
  ["centre", "outer_left"],
  ["centre", "outer_right"],
  ["inner_left", "inner_right"],
  ["outer_left", "outer_right"],
];
const BORDER = [
  ["inner_left", "inner_right"],
  ["outer_left", "inner_right"],
  ["outer_left", "outer_right"],
  ["centre", "inner_right"],
  ["outer_left", "centre"],
];

/** A city of so many boroughs with the streets of the edition. */
function boroughs(count: number): View {
  const joined = new Map<string, string[]>();
  const join = (from: string, to: string) => {
    joined.set(from, [...(joined.get(from) ?? []), to]);
    joined.set(to, [...(joined.get(to) ?? []), from]);
  };
  for (let each = 1; each <= count; each++) {
    for (const [from, to] of OWN) join(`b${each}_${from}`, `b${each}_${to}`);
    for (const [from, to] of BORDER) join(`b${each}_${from}`, `b${(each % count) + 1}_${to}`);
  }
  const all = Array.from({ length: count }, (_, seat) => seat + 1).map((each) => ({
    seat: each - 1,
    colour: `c${each}`,
    squares: NAMES.map((name) => ({ id: `b${each}_${name}`, streets: joined.get(`b${each}_${name}`) ?? [] })),
  }));
  return { boroughs: all } as unknown as View;
}

const points = (path: string): Point[] =>
  path
    .slice(1)
    .split("L")
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(" ").map(Number);
      return { x, y };
    });
const far = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const side = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

for (const count of [3, 4, 5]) {
  test(`streets of ${count} boroughs do not cross, and squares are apart enough for a finger on a phone`, () => {
    const { squares, streets } = city(boroughs(count), { x: 0, y: 0 }, 344, 0);
    const spots = [...squares.values()];
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1)) assert.ok(far(one, other) > 42, `${far(one, other)}`);
    const paths = streets.map(points);
    for (const [at, one] of paths.entries())
      for (const other of paths.slice(at + 1)) {
        const ends = [one[0], one.at(-1), other[0], other.at(-1)].map((end) => `${end?.x} ${end?.y}`);
        if (new Set(ends).size < 4) continue;
        for (let i = 1; i < one.length; i++)
          for (let j = 1; j < other.length; j++)
            assert.ok(
              !cross(one[i - 1] as Point, one[i] as Point, other[j - 1] as Point, other[j] as Point),
              `${ends}`,
            );
      }
  });
}

for (const count of [2, 3, 4, 5])
  for (const width of [344, 744, 906, 1051])
    test(`Notre Dame for ${count} on ${width} px: nothing covers anything, and columns end near each other`, () => {
      const players = Array.from({ length: count }, (_, seat) => ({ seat, hand: ["a.bank", "a.park", "a.hotel"] }));
      const persons = ["monk", "fool", "mayor"].map((id) => ({ id }));
      const table = layout({ ...boroughs(count), seat: 0, phase: "play", players, persons } as never, width, 0);
      const all = table.panels.flatMap(({ sectors, spaces, supply, general, gold, cards }) => [
        ...sectors,
        ...spaces,
        supply,
        general,
        gold,
        cards,
      ]);
      apart(table.panels.map(({ box }) => box));
      apart(all);
      inside(all, width, table.height);
      for (const x of new Set(table.panels.map(({ box }) => box.x))) {
        const ends = table.panels.flatMap(({ box }) => (box.x === x ? [box.y + box.h] : []));
        assert.ok(table.height - Math.max(...ends) < 100, `${Math.max(...ends)} of ${table.height}`);
      }
    });
