import assert from "node:assert/strict";
import { test } from "node:test";
import { around, houses, waves } from "../src/board/drawing/scenery";
import { SYMBOLS as colonia } from "../src/games/colonia/symbols";
import { SYMBOLS as goldenHorn } from "../src/games/golden-horn/symbols";
import { SYMBOLS as notreDame } from "../src/games/notre-dame/symbols";
import { SYMBOLS as pillars } from "../src/games/pillars-of-the-earth/symbols";
import { SYMBOLS as troyes } from "../src/games/troyes/symbols";
import { LEGENDS } from "../src/rules/legends";

const ROW = { x: 10, y: 20, w: 333, h: 40 };

test("a row of houses fills its box, stays within it, and is the same at each drawing", () => {
  const [, , low = "", rest = ""] = /^M(\S+) (\S+)V(.*)z$/.exec(houses(ROW)) ?? [];
  assert.equal(Number(low), ROW.y + ROW.h);
  const moves = rest.split("V").flatMap((each) => each.split("l")[1]?.split(" ") ?? []);
  const numbers = moves.map(Number);
  assert.ok(numbers.every((each) => Math.abs(each) <= ROW.w));
  const width = rest.match(/l(\S+)/g)?.reduce((sum, half) => sum + 2 * Number(half.slice(1)), 0);
  assert.ok(Math.abs((width ?? 0) - ROW.w) < 0.5, `${width}`);
  const tops = (rest.match(/V?([\d.]+)l\S+ (-[\d.]+)/g) ?? []).map((each) => {
    const [, wall, gable] = /([\d.]+)l\S+ (-[\d.]+)/.exec(each) ?? [];
    return Number(wall) + Number(gable);
  });
  assert.ok(tops.length > 5 && tops.every((top) => top >= ROW.y && top < ROW.y + ROW.h));
  assert.equal(houses(ROW), houses({ ...ROW }));
});

test("waves lie in their water, however narrow it is", () => {
  for (const w of [60, 320, 900]) {
    const starts = [...waves({ ...ROW, w, h: 200 }).matchAll(/M(\S+) (\S+?)q/g)];
    assert.ok(starts.every(([, x]) => Number(x) >= ROW.x && Number(x) + 20 <= ROW.x + w));
  }
});

test("what is around boxes holds them with its margin", () => {
  assert.deepEqual(around([ROW, { x: 0, y: 70, w: 5, h: 5 }], 4), { x: -4, y: 16, w: 351, h: 63 });
});

test("every sign of a legend is one that its board is drawn with", () => {
  const drawn = {
    colonia,
    "golden-horn": goldenHorn,
    "notre-dame": notreDame,
    "pillars-of-the-earth": pillars,
    troyes,
  };
  assert.deepEqual(Object.keys(LEGENDS).sort(), Object.keys(drawn).sort());
  for (const [ruleset, symbols] of Object.entries(drawn))
    for (const [about, symbol] of LEGENDS[ruleset] ?? []) assert.ok(symbols[symbol], `${ruleset}: ${about}`);
});
