import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { amountsOf, taken } from "../src/board/amounts";
import { MARKS } from "../src/board/drawing/marks";
import { identified, type Lying } from "../src/board/identity";
import { cues, LONGEST, lasts, STEP, stageOf, turns } from "../src/board/motion";

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

const at = (group: string, ...zones: string[]): Lying[] => zones.map((zone) => ({ group, zone }));

test("a piece that moves keeps its name, and those that stay keep theirs", () => {
  const before = identified([], at("marker", "supply", "supply", "bank"));
  const now = identified(before, at("marker", "supply", "park", "bank"));
  const moved = now.filter(({ key, zone }) => before.find((piece) => piece.key === key)?.zone !== zone);
  assert.deepEqual(
    moved.map(({ zone }) => zone),
    ["park"],
  );
  assert.deepEqual(
    now.map(({ key }) => key),
    before.map(({ key }) => key),
  );
});

test("pieces of one group never take the place of another's", () => {
  const before = identified([], [...at("red", "bank"), ...at("blue", "park")]);
  const now = identified(before, [...at("red", "park"), ...at("blue", "bank")]);
  assert.deepEqual(
    now.map(({ key, zone }) => [key, zone]),
    [
      ["blue#0", "bank"],
      ["red#0", "park"],
    ],
  );
});

test("names are given once, also after a piece has left", () => {
  const before = identified([], at("marker", "a", "b"));
  const less = identified(before, at("marker", "b"));
  const more = identified(less, at("marker", "b", "c", "d"));
  assert.equal(new Set(more.map(({ key }) => key)).size, 3);
});

test("pieces in a zone are counted", () => {
  const found = identified([], at("marker", "a", "a", "b"));
  assert.deepEqual(found.map(({ zone, index }) => `${zone}${index}`).sort(), ["a0", "a1", "b0"]);
});

const motion = (origin: string, to: string, more = {}) => ({ piece: "marker", origin, to, ...more });
const told = (...groups: object[][]) => ({ notes: groups.map((motions) => ({ motions })) }) as never;

test("notes move their pieces one after the other, and those without motions take no time", () => {
  const stage = stageOf(told([motion("supply", "bank")], [], [motion("bank", "park")]));
  assert.equal(stage.length, 2);
  const gone = [
    { from: "bank", to: "park" },
    { from: "supply", to: "bank" },
    { from: "hand", to: "discard" },
  ];
  assert.deepEqual(
    cues(turns(stage), gone).map((cue) => cue?.after),
    [1, 0, undefined],
  );
});

test("a piece with a path takes a step for each zone, and whoever follows waits for it", () => {
  const stage = stageOf(told([motion("a", "d", { path: ["b", "c"] })], [motion("x", "y")]));
  assert.deepEqual(cues(turns(stage), [{ from: "a", to: "d" }]), [{ after: 0, takes: 3, path: ["b", "c"] }]);
  assert.equal(cues(turns(stage), [{ from: "x", to: "y" }])[0]?.after, 3);
});

test("equal pieces take the motions of their note, as many as it counts", () => {
  const stage = stageOf(told([motion("supply", "bank", { count: 2 })], [motion("supply", "bank")]));
  const gone = ["supply", "supply", "supply"].map((from) => ({ from, to: "bank" }));
  assert.deepEqual(
    cues(turns(stage), gone).map((cue) => cue?.after),
    [0, 0, 1],
  );
});

test("a stage never lasts longer than its bound, and at least a step", () => {
  const long = stageOf(told(...Array.from({ length: 40 }, (_, at) => [motion(`z${at}`, `z${at + 1}`)])));
  assert.deepEqual([lasts(stageOf(told())), lasts(long)], [STEP, LONGEST]);
});

test("every colour that has a mark has its paint on all boards, and beside them", () => {
  const css = readFileSync("src/board/drawing/drawn.css", "utf-8");
  assert.deepEqual(
    Object.keys(MARKS).filter((colour) => !new RegExp(`\\.c-${colour}\\b`).test(css)),
    [],
  );
});
