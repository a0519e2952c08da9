import assert from "node:assert/strict";
import { test } from "node:test";
import type { Placed } from "../src/board/identity";
import { kindsOf, litFor } from "../src/games/troyes/kinds";
import { layout } from "../src/games/troyes/layout";
import { diceOf, ids, type Piece, pieces, type View } from "../src/games/troyes/pieces";
import { spot } from "../src/games/troyes/places";
import { apart, inside, lying, touchable } from "./boxes";

const WIDTHS = [344, 480, 720, 890, 1000, 1160, 1240];
const COLOURS = ["red", "white", "yellow"];
const NAMES = ["palace", "bishopric", "city_hall"];

/** A table of so many seats with as much on it as there may be: full districts, a long queue, every card turned up. */
function full(seats: number, queue: number, dice: number): View {
  const owners = [...Array.from({ length: seats }, (_, seat) => `seat_${seat}`), "neutral"];
  const spaces = NAMES.map((name) =>
    name === "palace"
      ? [1, 2, 3, 4, 5, 6].map((value) => ({ id: `${name}_${value}`, values: [value] }))
      : ["a", "b", "c"].flatMap((row, line) =>
          [1, 2].map((at) => ({ id: `${name}_${row}${at}`, values: [2 * line + 1, 2 * line + 2] })),
        ),
  );
  const view = {
    seat: 0,
    first_seat: 1,
    phase: "actions",
    districts: owners.map((owner) => ({
      owner,
      dice: Array.from({ length: dice }, (_, at) => `${COLOURS[at % 3]}.${Math.floor(at / 3) + 1}`),
    })),
    buildings: NAMES.map((id, index) => ({
      id,
      dice: COLOURS[index],
      spaces: spaces[index]?.map((space, at) => ({ ...space, citizen: owners[at % owners.length] })),
      lying: owners,
    })),
    activities: COLOURS.flatMap((colour) =>
      [1, 2, 3].map((number) => ({
        colour,
        number,
        card: `${colour}${number}`,
        first: "seat_0",
        second: "seat_1",
        crowd: owners.slice(2, -1),
        cubes: { seat_0: 2 },
      })),
    ),
    queue: Array.from({ length: queue }, () => ({ event: "brigands", spaces: 5, cubes: owners.slice(0, 5) })),
    cathedral: [1, 2, 3].flatMap((level) =>
      [1, 2, 3, 4, 5, 6].map((value) => ({ id: `cathedral_${value}_${level}`, level, value, cube: "seat_0" })),
    ),
    neutral_supply: 2,
    black_dice: [6, 5, 4, 3, 2, 1],
    turn: [],
    players: Array.from({ length: seats }, (_, seat) => ({
      seat,
      colour: "blue",
      supply: 4,
      reserve: 3,
      events: ["war"],
      characters: seat ? [] : ["henry", "urbain"].slice(0, seats === 2 ? 2 : 1),
      characters_held: seats === 2 ? 2 : 1,
    })),
  };
  return view as unknown as View;
}

for (const seats of [2, 3, 4])
  for (const width of WIDTHS)
    test(`Troyes for ${seats} on ${width} px: nothing covers anything, all is inside, and fingers find their places`, () => {
      const view = full(seats, 2 * seats + 5, 9);
      const table = layout(view, width, 0);
      const { bands, cathedral, black, districts, events, farm, turn } = table;
      const parts = [
        ...bands.map(({ box }) => box),
        cathedral,
        black,
        ...events,
        farm,
        turn,
        ...districts.map(({ box }) => box),
      ];
      apart(parts);
      inside(parts, width, table.height);
      const dice = districts.map((district) => district.dice);
      const spaces = bands.map((band) => [...band.spaces.values()]);
      for (const each of [...dice, ...spaces, ...bands.map(({ cards }) => cards)]) apart(each);
      const own = districts.find(({ seat }) => seat === 0);
      const touched = [own?.supply, own?.general, own?.flip].flatMap((box) => box ?? []);
      touchable([
        ...dice.flat(),
        ...spaces.flat(),
        ...bands.flatMap(({ cards }) => cards),
        ...events,
        cathedral,
        farm,
        ...touched,
      ]);
      apart(touched);
      for (const [at, { owner }] of districts.entries()) assert.equal(dice[at]?.length, diceOf(view, owner).length);
      const all = pieces(view).map((piece, index) => spot({ ...piece, key: "", index } as Placed<Piece>, table));
      lying(all, width, table.height);
    });

test("Dice keep their places while others of their district are used", () => {
  const view = full(2, 3, 9);
  const before = layout(view, 344, 0);
  const later = layout(
    { ...view, districts: view.districts.map((each) => ({ ...each, dice: each.dice.slice(0, 2) })) },
    344,
    0,
  );
  assert.equal(later.height, before.height);
});

test("Others' things are no targets: only what the seat that looks may touch is drawn to be touched", () => {
  const drawn = ids(full(3, 3, 2));
  for (const id of [
    "s0.supply",
    "cathedral",
    "target.2",
    "foe.6",
    "die.neutral.red.1",
    "verb.flip",
    "activity.red_1.second",
  ])
    assert.ok(drawn.has(id), id);
  assert.ok(!drawn.has("s1.supply") && !drawn.has("target.3"));
});

test("a kind of the main question leaves lit what it needs, and none leaves all; one kind alone is no choice", () => {
  const lit = new Set(["card.merchant", "building.palace", "verb.farm", "target.0", "cathedral", "die.seat_0.red.4"]);
  const kinds = kindsOf(lit);
  assert.deepEqual(kinds, ["activate", "build", "combat", "place", "farm", "influence"]);
  const parts = kinds.map((kind) => [...litFor(kind, lit)]);
  assert.ok(parts.every(({ length }) => length === 1));
  assert.deepEqual(new Set(parts.flat()), lit);
  assert.equal(litFor("", lit), lit);
  assert.deepEqual(kindsOf(new Set(["card.merchant", "card.monk"])), []);
});

for (const seats of [2, 3, 4])
  for (const [width, queue] of [744, 906, 1051].flatMap((each) => [3, 6, 9].map((events) => [each, events] as const)))
    test(`Troyes for ${seats} with ${queue} events on ${width} px has no empty corner`, () => {
      const { districts, height } = layout(full(seats, queue, 9), width, 0);
      for (const x of [4, width - 4]) {
        const below = districts.flatMap(({ box }) => (box.x <= x && x <= box.x + box.w ? [box.y + box.h] : []));
        assert.ok(height - Math.max(...below) < 2, `${Math.max(...below)} of ${height}`);
      }
    });

test("for three, with as many events and dice as there often are, all of Troyes is seen on 1440 by 900", () => {
  const table = full(3, 4, 6);
  const players = table.players.map((player) => ({ ...player, characters: player.seat ? [] : ["henry"] }));
  const buildings = table.buildings.map((building) => ({ ...building, lying: [] }));
  const { height } = layout({ ...table, players, buildings } as View, 1051, 0);
  assert.ok(height <= 830, `${height}`);
});
