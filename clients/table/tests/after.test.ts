import assert from "node:assert/strict";
import { test } from "node:test";
import { chart, opened } from "../src/after/chart";
import { ordersOf } from "../src/orders/orders";
import { components, matches, rulesOf, searched } from "../src/rules/components";
import { mergedScores, scoresOf } from "../src/store/scores";
import { rulesPage } from "../src/store/words";

test("scores are what views call points, hidden ones are none, and the result has the last word", () => {
  const seen = (players: object[], result?: object) => scoresOf({ revision: 7, view: { players }, result } as never);
  assert.deepEqual(seen([{ prestige: 3 }, { prestige: null }]).seats, [3, null]);
  assert.deepEqual(seen([{ vp: null, score: 12 }, { points: 0 }]).seats, [12, 0]);
  assert.deepEqual(seen([{ score: 1 }], { standings: [{ score: 40 }] }).seats, [40]);
});

test("rules that older games follow stand at a place of their own", () => {
  const of = (rules: string) => ({
    summary: { ruleset: "golden-horn", rules, versions: ["golden-horn/1", "golden-horn/2"] },
  });
  assert.equal(rulesPage(of("golden-horn/2") as never, "G-38"), "/#rules/golden-horn/G-38");
  assert.equal(rulesPage(of("golden-horn/1") as never, "G-38"), "/#rules/golden-horn@1/G-38");
  assert.equal(rulesPage(of("golden-horn/1") as never), "/#rules/golden-horn@1");
});

test("each revision has its scores once, in order", () => {
  const at = (revision: number) => ({ revision, seats: [revision] });
  assert.deepEqual(
    mergedScores([at(3), at(1)], [at(2), at(3)]).map(({ revision }) => revision),
    [1, 2, 3],
  );
});

test("a line of the plot ends at its seat's last points, and one that is hidden has none", () => {
  const scores = [
    { revision: 1, seats: [0, null] },
    { revision: 11, seats: [50, null] },
  ];
  const found = chart(scores, 200, 100);
  assert.deepEqual(
    found.lines.map(({ seat, end, path }) => [seat, end, path]),
    [[0, { x: 200, y: 0 }, "M0 100H200V0"]],
  );
  assert.equal(found.moveAt(0.5), 6);
  assert.ok(found.levels.length > 1 && found.levels.length < 7);
});

test("once a game is over, what was hidden is counted from what everybody was told, but for what was taken back", () => {
  const note = (kind: string, seat: number, args: object) => ({ kind, seat, args });
  const log = [
    { revision: 4, notes: [note("plague_struck", 1, { number: "2" })] },
    { revision: 3, notes: [note("prestige_gained", 1, { base: "3", bonus: "1" })] },
    { revision: 2, notes: [], back: 0 },
    { revision: 1, notes: [note("prestige_gained", 1, { base: "9", bonus: "0" })] },
  ];
  const scores = [1, 2, 3, 4, 5].map((revision) => ({ revision, seats: [revision, revision < 5 ? null : 20] }));
  const told = log.map((each) => ({ round: 1, told: [], ...each }));
  assert.deepEqual(
    opened(scores, told as never, new Set([1])).map(({ seats }) => seats[1]),
    [0, 0, 4, 2, 20],
  );
  assert.equal(opened(scores, []), scores);
});

test("a form of orders says what it means: rules with answers, and when they end", () => {
  const form = {
    rules: [
      { question: "vote", answer: ["no"], once: true },
      { question: "", answer: [], once: false },
    ],
  };
  const week = { view: { week: 2 } } as never;
  assert.deepEqual(ordersOf({ ...form, only: true, round: true, strict: true }, week), {
    rules: [{ question: "vote", answer: ["no"], times: 1 }, {}],
    until: [{ seen: { at: "/week", changed: true } }],
    otherwise: "cancel",
  });
});

test("components are found by every word of a search, whatever their accents and case", () => {
  assert.ok(matches("La città è d'oro", "CITTA oro"));
  assert.ok(!matches("La città", "città oro"));
  const person = [
    { word: "fool", label: "Fool", text: "moves a piece" },
    { word: "monk", label: "Monk" },
  ];
  const groups = components({ vocabularies: { person, phase: [] } } as never);
  assert.deepEqual([groups.length, groups[0]?.entries.length, searched(groups, "monk").length], [1, 1, 0]);
});

test("components that are alike are told once, with how many they are", () => {
  const ship = (word: string, label: string) => ({ word, label, text: "Sails.", rules: ["G-4"] });
  const groups = components({
    vocabularies: { ship: [ship("a", "ship"), ship("b", "boat"), ship("c", "ship")] },
  } as never);
  assert.deepEqual(
    groups[0]?.entries.map(({ word, count }) => [word, count]),
    [
      ["a", 2],
      ["b", 1],
    ],
  );
});

test("a rule is told with its number and what it is about apart", () => {
  const rules = { "G-1": "**G-1\nColours.** Six **in all**.", "G-2": "Goods." };
  assert.deepEqual(rulesOf({ rules } as never, ""), [
    { number: "G-1", title: "G-1 Colours.", text: " Six in all." },
    { number: "G-2", title: "", text: "Goods." },
  ]);
});
