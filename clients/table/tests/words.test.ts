import assert from "node:assert/strict";
import { test } from "node:test";
import type { Catalogue } from "@podesta/client";
import { botsFor } from "../src/store/options";
import { clockFace, Words } from "../src/store/words";

const catalogue = {
  vocabularies: {
    colour: [{ word: "blue", label: "blu" }],
    currency: [{ word: "mark", label: "marco", forms: ["marco", "marchi"] }],
    person: [
      { word: "fool", label: "Giullare", text: "Sposta." },
      { word: "trusted_friend", label: "amico fidato" },
    ],
    place: [
      { word: "bag", label: "sacchetto" },
      { word: "market", label: "mercato" },
    ],
  },
} as unknown as Catalogue;
const words = new Words(catalogue, [{ seat: 0, name: "Anna" }]);
const names = (...ids: string[]): string[] => ids.map((id) => words.about(id).name);

test("things are called as the catalogue calls them, in the page's language", () => {
  assert.deepEqual(names("person.fool", "s0.fool"), ["Giullare", "Giullare · Anna"]);
});

test("places are called by their words, or else by their ids", () => {
  assert.deepEqual(names("bag", "s0.bag", "wheel_4"), ["sacchetto", "sacchetto · Anna", "wheel 4"]);
});

test("things are counted as the games' own sentences count them", () => {
  const said = [0, 1, 2, 8].map((count) => words.counted("currency", "mark", count));
  assert.deepEqual(said, ["0 marchi", "1 marco", "2 marchi", "8 marchi"]);
  assert.equal(words.counted("colour", "blue", 2), "2 blu");
  assert.equal(words.counts("currency", ["mark", "pound", "mark"]), "2 marchi, 1 pound");
});

test("a player's own things are called without the player's name", () => {
  assert.deepEqual([words.mine("s0.fool", 0), words.mine("s0.fool", 1)], ["Giullare", "Giullare · Anna"]);
});

test("what the catalogue knows by its last word alone has that word's label", () => {
  assert.deepEqual(names("card.blue", "message.m0.blue"), ["blu", "blu"]);
});

test("what is made of two words has both labels, and the end of a word that word's", () => {
  assert.deepEqual(names("market_blue", "s0.friend"), ["blu (mercato)", "amico fidato · Anna"]);
});

test("what nothing is known of is called by its id", () => {
  assert.deepEqual(names("pile.left_over"), ["left over"]);
});

test("a network is offered at the tables that it has learned, other bots at every one", () => {
  const catalogue = { bots: ["expert", "greedy", "net", "strong"], net_seats: [2, 4], summary: { expert_seats: [2] } };
  assert.deepEqual(botsFor(catalogue, 2), ["expert", "greedy", "net", "strong"]);
  assert.deepEqual(botsFor(catalogue, 3), ["greedy", "strong"]);
  assert.deepEqual(botsFor(catalogue, 4), ["greedy", "net", "strong"]);
});

test("a time is written as a clock shows it, and never below nothing", () => {
  assert.deepEqual([12_000, 61_001, 3_600_000, -5].map(clockFace), ["00:12", "01:02", "1:00:00", "00:00"]);
});
