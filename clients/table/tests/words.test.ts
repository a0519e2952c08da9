import assert from "node:assert/strict";
import { test } from "node:test";
import type { Catalogue } from "@podesta/client";
import { Words } from "../src/store/words";

const catalogue = {
  vocabularies: {
    colour: [{ word: "blue", label: "blu" }],
    person: [{ word: "fool", label: "Giullare", text: "Sposta." }],
  },
  editions: [
    {
      boards: [
        {
          zones: [
            { id: "bag", name: "sacchetto" },
            { id: "s0.friend", name: "Fiduciario" },
          ],
        },
      ],
    },
  ],
} as unknown as Catalogue;
const words = new Words(catalogue, [{ seat: 0, name: "Anna" }]);
const names = (...ids: string[]): string[] => ids.map((id) => words.about(id).name);

test("things are called as the catalogue calls them, in the page's language", () => {
  assert.deepEqual(names("person.fool", "s0.fool"), ["Giullare", "Giullare · Anna"]);
});

test("places have the names of the board's zones", () => {
  assert.deepEqual(names("bag", "s0.friend"), ["sacchetto", "Fiduciario · Anna"]);
});

test("a player's own things are called without the player's name", () => {
  assert.deepEqual([words.mine("s0.fool", 0), words.mine("s0.fool", 1)], ["Giullare", "Giullare · Anna"]);
});

test("what the catalogue knows by its last word alone has that word's label", () => {
  assert.deepEqual(names("card.blue", "message.m0.blue"), ["blu", "blu"]);
});

test("what nothing is known of is called by its id", () => {
  assert.deepEqual(names("pile.left_over"), ["left over"]);
});
