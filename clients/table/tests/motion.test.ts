import assert from "node:assert/strict";
import { test } from "node:test";
import { cues, LONGEST, lasts, STEP, stageOf, turns } from "../src/board/motion";

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
