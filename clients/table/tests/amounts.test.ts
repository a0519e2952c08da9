import assert from "node:assert/strict";
import { test } from "node:test";
import { amountsOf, taken } from "../src/board/amounts";

const option = (word: string, ...targets: { id: string; times?: number; role?: string }[]) => ({ word, targets });

test("answers that differ in how much of what they take are amounts", () => {
  const keep = [
    option("1", { id: "s0.sand", times: 3 }, { id: "s0.wood", times: 2 }),
    option("2", { id: "s0.sand", times: 4 }, { id: "s0.wood" }),
    option("3", { id: "s0.wood", times: 5 }),
  ];
  assert.deepEqual(amountsOf(keep), [
    { id: "s0.sand", most: 4 },
    { id: "s0.wood", most: 5 },
  ]);
});

test("passing stands beside amounts", () => {
  const market = [
    option("leave", { id: "!pass" }),
    option("buy.sand.1", { id: "market_sand" }),
    option("buy.sand.2", { id: "market_sand", times: 2 }),
  ];
  assert.deepEqual(amountsOf(market), [{ id: "market_sand", most: 2 }]);
});

test("things, and things in roles, are no amounts", () => {
  assert.deepEqual(amountsOf([option("a", { id: "x" }), option("b", { id: "y" }), { word: "c" }]), []);
  assert.deepEqual(amountsOf([option("a", { id: "x", times: 2 }, { id: "y", role: "to" })]), []);
});

test("what costs two of a thing beside what costs one of it is no amount", () => {
  const sail = [
    option("one", { id: "card.blue" }, { id: "ship.a" }),
    option("two", { id: "card.blue", times: 2 }, { id: "ship.b" }),
  ];
  assert.deepEqual(amountsOf(sail), []);
});

test("touches are counted by thing", () => {
  assert.equal(taken([{ id: "x" }, { id: "y" }, { id: "x" }], "x"), 2);
});
