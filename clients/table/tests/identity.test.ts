import assert from "node:assert/strict";
import { test } from "node:test";
import { identified, type Lying } from "../src/board/identity";

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
