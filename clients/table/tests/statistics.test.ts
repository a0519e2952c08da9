import assert from "node:assert/strict";
import { test } from "node:test";
import type { Told } from "../src/statistics/asking";
import { even, fileOf, offered, parse, written } from "../src/statistics/filters";

const FILES = [
  { seats: 0, who: "all", variant: null, games: 30, file: "a" },
  { seats: 2, who: "all", variant: null, games: 10, file: "b" },
  { seats: 0, who: "people", variant: null, games: 7, file: "c" },
  { seats: 0, who: "all", variant: 1, games: 4, file: "d" },
];
const TOLD: Told = { ruleset: "troyes", rules: "troyes/1", games: 30, variants: [{}, { a: true }], files: FILES };
const ALL = { ruleset: "troyes", who: "all", seats: 0, variant: null };

test("an address says which games are looked at, and says it again", () => {
  assert.deepEqual(parse(""), { ...ALL, ruleset: "" });
  assert.deepEqual(parse("#troyes"), ALL);
  for (const filter of [ALL, { ...ALL, who: "search:40ms" }, { ...ALL, seats: 3, variant: 0 }])
    assert.deepEqual(parse(written(filter)), filter);
});

test("a filter has a file, or no game fits it", () => {
  assert.equal(fileOf(TOLD, ALL)?.file, "a");
  assert.equal(fileOf(TOLD, { ...ALL, seats: 2 })?.file, "b");
  assert.equal(fileOf(TOLD, { ...ALL, seats: 2, who: "people" }), undefined);
});

test("what can be chosen leaves games, while the rest of the filter stays", () => {
  assert.deepEqual(offered(TOLD, ALL, "who"), [
    ["all", 30],
    ["people", 7],
  ]);
  assert.deepEqual(offered(TOLD, { ...ALL, seats: 2 }, "who"), [["all", 10]]);
  assert.deepEqual(offered(TOLD, ALL, "variant"), [
    [null, 30],
    [1, 4],
  ]);
});

test("an even chance is that of all plays together", () => {
  assert.equal(even([]), 0);
  assert.equal(even([{ seats: 2, place: 0, won: [1, 30, 0, 1] }]), 0.5);
  const four = { seats: 4, place: 0, won: [1, 30, 0, 1] } as const;
  assert.equal(even([{ seats: 2, place: 0, won: [1, 10, 0, 1] }, four]), 0.3125);
});
