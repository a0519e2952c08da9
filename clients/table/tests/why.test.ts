import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { reasonOf } from "../src/games/reasons";
import { Words } from "../src/store/words";
import { speak } from "../src/texts/message";

const { why: said } = speak(JSON.parse(readFileSync("src/texts/en/more.json", "utf8")), "en") as never;
const PRICES = { market: { buy: { sand: 2, wood: 3, stone: 4 } }, conditions: { buy_wood: "woodworker" } };
const CRAFTS = [{ id: "mixer", needs: { sand: 3 }, holds: {} }];
const CARDS = [{ id: "diplomat", pay_deniers: 0, pay_influence: 1 }];
const tables = { ...PRICES, craftsmen: CRAFTS, activities: CARDS, limits: { contract_spaces: 1 } };
const words = new Words({ editions: [{ edition: "one", tables }], vocabularies: {} } as never, [
  { seat: 0, name: "Ada" },
  { seat: 1, name: "Bob" },
]);

/** What is said of a thing while seat 0 is asked; `open` can be touched. */
function why(
  ruleset: string,
  kind: string,
  view: object,
  id: string,
  open: readonly string[] = [],
): string | undefined {
  const options = open.map((each) => ({ word: each, targets: [{ id: each }] }));
  const questions = [{ kind, seat: 0, options }];
  return reasonOf({ ruleset, view: { edition: "one", ...view }, questions } as never, id, words, said);
}

test("The Pillars of the Earth: who was faster, and what is missing", () => {
  const me = { gold: 4, workers_free: 3, cubes: { sand: 1 }, bought: ["sand"], sold: ["stone"], resource_cards: [] };
  const row = [{ id: "mixer", trade: "mortar_mixer", uses_left: 1 }];
  const players = [
    { seat: 0, ...me, craftsmen: row },
    { seat: 1, ...me, resource_cards: ["forest_2"], craftsmen: [] },
  ];
  const spaces = [
    { id: "court_1", location: "court", seat: 1, card: null },
    { id: "court_2", location: "court", seat: null, card: null },
    { id: "court_3", location: "court", seat: null, card: null },
    { id: "castle", location: "castle", seat: null, card: null },
  ];
  const supply = { resource_cards: { quarry_3: 5 }, craftsmen: { mixer: 7 } };
  const view = { players, spaces, supply, cost: 5, market_stock: { sand: 0, wood: 1, stone: 2 } };
  const pillars = (kind: string, id: string): string | undefined => why("pillars-of-the-earth", kind, view, id);
  assert.equal(pillars("choose", "resource_card.forest_2"), "Bob got there first.");
  assert.equal(pillars("choose", "resource_card.quarry_3"), "Not enough: workers. You have 3 of 5.");
  assert.equal(pillars("choose", "craftsman.mixer"), "Not enough: gold. You have 4 of 7.");
  assert.equal(pillars("place", "space.court_1"), "Bob got there first.");
  assert.match(pillars("place", "space.court_3") ?? "", /first free space/);
  assert.equal(pillars("place", "space.castle"), "Not enough: gold. You have 4 of 5.");
  assert.equal(pillars("place_passed", "space.castle"), undefined, "what costs nothing lacks no gold");
  assert.match(pillars("market", "market_sand") ?? "", /nothing left/);
  assert.match(pillars("market", "market_wood") ?? "", /need this craftsman/);
  assert.match(pillars("market", "market_stone") ?? "", /sold this resource/);
  assert.match(pillars("market", "s0.sand") ?? "", /bought this resource/);
  assert.match(pillars("use", "craftsman.mixer") ?? "", /1 of 3/);
});

test("Colonia: members, goods, money, and room", () => {
  const stalls = [
    { id: "one", seat: null, resources: { wood: 2, fur: 1 } },
    { id: "two", seat: 0, resources: {} },
    { id: "three", seat: null, resources: {} },
  ];
  const craftsmen = [
    { id: "tailor", contracts: [{}], next_cost: 1, recipe: ["wood"] },
    { id: "painter", contracts: [], next_cost: 1, recipe: ["wood"] },
  ];
  const harbour = [
    {
      berth: "i",
      holds: [
        { id: "1", seat: null, goods: ["shoe", "shoe"] },
        { id: "2", seat: 1, goods: [] },
      ],
    },
  ];
  const relics = [{ id: "bone", city: "london", currency: "pound", cost: 9, guard_seat: 1 }];
  const me = { seat: 0, home: 2, resources: { wood: 0 }, goods: { shoe: 1 }, money: { pound: 3 } };
  const view = { players: [me], stalls, craftsmen, harbour, relics };
  const colonia = (kind: string, id: string): string | undefined => why("colonia", kind, view, id);
  assert.equal(colonia("take_stall", "stall.one"), "Not enough: members at home. You have 2 of 3.");
  assert.equal(colonia("take_stall", "stall.two"), "It is already yours.");
  assert.match(colonia("take_stall", "stall.three") ?? "", /nothing left/);
  assert.match(colonia("place_contract", "craftsman.tailor") ?? "", /no free space/);
  assert.match(colonia("place_contract", "craftsman.painter") ?? "", /0 of 1/);
  assert.match(colonia("load_hold", "hold.i_1") ?? "", /1 of 2/);
  assert.equal(colonia("load_hold", "hold.i_2"), "Bob got there first.");
  assert.match(colonia("buy_relic", "relic.bone") ?? "", /3 of 9/);
  assert.equal(colonia("safeguard", "relic.bone"), "Bob got there first.");
  assert.equal(colonia("vote", "relic.bone"), undefined, "nothing is asked about it");
});

test("Golden Horn, Notre Dame and Troyes: whose it is, where it stands, and what it takes", () => {
  const ships = [
    { id: "a", seat: 0 },
    { id: "b", seat: 1 },
  ];
  assert.match(why("golden-horn", "act", { ships }, "ship.b") ?? "", /raid an opponent/);
  assert.match(why("golden-horn", "sail", { ships }, "ship.b") ?? "", /Bob/);
  const city = { players: [{ gold: 0, carriage: "x", markers: { park: 0, bank: 2 }, friend: "bank" }] };
  assert.equal(why("notre-dame", "hire_person", city, "person.fool"), "Not enough: gold. You have 0 of 1.");
  assert.match(why("notre-dame", "place_marker", city, "s0.park") ?? "", /no piece there/);
  assert.match(why("notre-dame", "move_friend", city, "s0.bank") ?? "", /already there/);
  assert.equal(why("notre-dame", "move_friend", city, "s1.bank"), undefined);
  const buildings = [
    {
      id: "palace",
      spaces: [
        { id: "p1", citizen: "seat_1" },
        { id: "p2", citizen: null },
      ],
    },
  ];
  const activities = [{ card: "diplomat", cost: 5, divisor: 2, first: null, second: null, crowd: [] }];
  const troyes = { buildings, activities, queue: [], players: [{ deniers: 4, influence: 0 }] };
  assert.match(why("troyes", "place_first", troyes, "space.p1") ?? "", /space is taken/);
  assert.equal(why("troyes", "place_first", troyes, "space.p2"), undefined);
  assert.equal(why("troyes", "act", troyes, "card.diplomat"), "Not enough: influence. You have 0 of 1.");
  assert.equal(why("troyes", "act", troyes, "space.p1", ["building.palace"]), undefined, "its building is open");
  assert.match(why("troyes", "act", troyes, "space.p1") ?? "", /No die/);
});
