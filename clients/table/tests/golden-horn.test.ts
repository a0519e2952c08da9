import assert from "node:assert/strict";
import { test } from "node:test";
import type { Box } from "../src/board/drawing/boxes";
import { type Layout, layout } from "../src/games/golden-horn/layout";
import { COLOURS, goods, PORTS, sails, type View } from "../src/games/golden-horn/pieces";
import { goodAt, shipAt } from "../src/games/golden-horn/places";
import { apart, FINGER, inside, touchable } from "./boxes";

const WIDTHS = [320, 344, 600, 747, 748, 900, 1060, 1180];
const ROUTES: Readonly<Record<number, readonly number[]>> = { 2: [3, 3], 3: [12], 4: [6, 6] };
const KINDS = [
  ["three", ["red", "yellow", "green"]],
  ["two", ["orange", "pink"]],
  ["one", ["blue"]],
] as const;
const COUNTS = Object.fromEntries(COLOURS.map((colour) => [colour, 2]));

/** A table of so many seats; ships lie where they are told to, else in Venice. */
function table(seats: number, places: Readonly<Record<string, string | null>> = {}, phase = "act"): View {
  const [first = 0, second = 0] = ROUTES[seats] ?? [];
  const sea = Array.from({ length: first + second }, (_, index) => ({
    id: `sea_${index + 1}`,
    kind: "sea",
    berths: 1,
  }));
  const modone = second ? [{ id: "modone", kind: "modone", berths: seats === 2 ? 2 : 3 }] : [];
  const ends = PORTS.map((id) => ({ id, kind: id, berths: 0 }));
  const ships = Array.from({ length: seats }, (_, seat) =>
    KINDS.map(([kind, colours]) => {
      const id = `ship_${seat}_${kind}`;
      const space = id in places ? (places[id] ?? null) : "venice";
      return { id, seat, kind, sails: colours, space, heading: "constantinople", cargo: "pink", goods: 3 };
    }),
  ).flat();
  const route = [ends[0], ...sea.slice(0, first), ...modone, ...sea.slice(first), ends[1]].map((space) => ({
    ...space,
    colour: "red",
    ships: ships.filter((ship) => ship.space === space?.id).map(({ id }) => id),
  }));
  const players = Array.from({ length: seats }, (_, seat) => ({ seat, hand: seat ? null : COUNTS, warehouse: COUNTS }));
  const ports = PORTS.map((id) => ({ id, goods: COUNTS }));
  return { seat: 0, active_seat: 0, phase, route, ships, players, ports } as unknown as View;
}

function boxes({ harbours, station, sea, hand, panels, piles }: Layout): Box[] {
  const ports = PORTS.map((port) => harbours[port].box);
  const land = station && sea.length > 1 ? [station.box] : [];
  return [...ports, ...sea, ...land, ...hand, ...panels.map(({ box }) => box), piles];
}

/** The square round every sea space. */
function squares({ spaces, radius }: Layout): Box[] {
  return [...spaces.values()].map(({ x, y }) => ({ x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius }));
}

for (const seats of [2, 3, 4])
  for (const width of WIDTHS)
    test(`Golden Horn for ${seats} at ${width}: all is inside, apart, and large enough for a finger`, () => {
      const unplaced = Object.fromEntries(KINDS.map(([kind]) => [`ship_0_${kind}`, null]));
      for (const view of [table(seats), table(seats, unplaced, "place"), table(seats, {}, "declare")]) {
        const found = layout(view, width, 0);
        const all = boxes(found);
        inside(all, width, found.height);
        apart(all);
        const docks = PORTS.flatMap((port) => [...found.harbours[port].docks, ...found.harbours[port].goods]);
        inside(docks, width, found.height);
        apart(docks);
        touchable([...docks, ...found.hand, ...(found.station?.docks ?? [])]);
        touchable(found.panels.flatMap(({ fleet, ending }) => [...fleet, ...(ending ? [ending] : [])]));
      }
    });

for (const seats of [2, 3, 4])
  for (const width of WIDTHS)
    test(`the sea of ${seats} at ${width}: spaces do not touch each other or Modone, and hold a finger`, () => {
      const found = layout(table(seats), width, 0);
      assert.equal(
        found.spaces.size,
        (ROUTES[seats] ?? []).reduce((sum, each) => sum + each, 0),
      );
      assert.ok(2 * found.radius >= FINGER, `${found.radius}`);
      const spaces = [...found.spaces.values()];
      for (const [at, one] of spaces.entries())
        for (const other of spaces.slice(at + 1))
          assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 2 * found.radius, JSON.stringify([one, other]));
      inside(squares(found), width, found.height);
      if (found.station) for (const square of squares(found)) apart([square, found.station.box]);
    });

test("every ship and every good has a place of its own on the table", () => {
  const places = { ship_0_three: "sea_1", ship_1_two: "modone", ship_2_one: "modone", ship_3_one: "constantinople" };
  const view = table(4, places);
  const found = layout(view, 344, 0);
  const spots = view.ships.map((ship) => shipAt(ship, view, found));
  assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, 12);
  const lying = goods(view).map((good, index) => goodAt({ ...good, key: "", index }, view, found));
  assert.equal(lying.length, 2 * 12 + 12 * 3 + 4 * 12);
  for (const { x, y } of [...spots, ...lying]) assert.ok(x > 0 && x < 344 && y > 0 && y < found.height, `${x} ${y}`);
});

test("a ship has three sails, whatever the number of its colours", () => {
  const drawn = table(2).ships.slice(0, 3).map(sails);
  assert.deepEqual(drawn, [
    ["red", "yellow", "green"],
    ["orange", "orange", "pink"],
    ["blue", "blue", "blue"],
  ]);
});
