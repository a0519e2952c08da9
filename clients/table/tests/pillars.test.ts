import assert from "node:assert/strict";
import { test } from "node:test";
import type { Placed } from "../src/board/identity";
import { layout, spot } from "../src/games/pillars-of-the-earth/layout";
import { ids, type Piece, pieces, type View } from "../src/games/pillars-of-the-earth/pieces";
import { apart, inside, lying, touchable } from "./boxes";

const WIDTHS = [344, 480, 720, 890, 1000, 1160, 1240];
const SPACES = ["bishop", "castle", "cathedral"];
const MORE = { kingsbridge: 2, priory: 2, court: 4, shiring: 2, market: 4 };

/** A table of so many seats, each with so many craftsmen and privileges, a builder on every space that it can fill. */
function full(seats: number, craftsmen: number, privileges: number): View {
  const named = Object.entries(MORE).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, at) => `${name}_${at + 1}`),
  );
  const several = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}${at}`);
  const view = {
    seat: 0,
    start_seat: 0,
    supply: { resource_cards: { forest_2: 3 }, craftsmen: { r1_mason: 5, r1_tool_maker: 2 } },
    spaces: [...SPACES, ...named].map((id, at) => ({ id, location: id.split("_")[0], seat: at % seats, card: null })),
    market_stock: { sand: 4, wood: 4, stone: 4 },
    wheel: [7, 6, 5, 4, 3, 2, 1, 0].map((cost) => ({ cost, seat: cost > 4 ? 0 : null })),
    drawn_builder: 1,
    event: "ev_william",
    events_left: several("e", 9),
    privileges_left: several("p", 14),
    players: Array.from({ length: seats }, (_, seat) => ({
      seat,
      colour: "blue",
      craftsmen: several(`c${seat}.`, craftsmen).map((id) => ({ id })),
      privileges: several(`p${seat}.`, privileges),
      resource_cards: [],
      builders_in_bag: 3,
      builders_aside: 1,
    })),
  };
  return view as unknown as View;
}

for (const seats of [2, 3, 4])
  for (const width of WIDTHS)
    test(`Pillars for ${seats} on ${width} px: nothing covers anything, all is inside, and fingers find their places`, () => {
      const view = full(seats, 7, 5);
      const table = layout(view, width, 0);
      const { costs, bag, drawn, aside, hire, stations, spaces, resources, stock, panels, coming } = table;
      const parts = [
        ...costs,
        bag,
        drawn,
        aside,
        ...hire,
        ...stations.values(),
        ...panels.map(({ box }) => box),
        ...coming,
      ];
      apart(parts);
      inside(parts, width, table.height);
      const touched = [...spaces.values(), ...resources.values(), ...stock.values()];
      assert.equal(touched.length, 17 + 9 + 3);
      apart(touched);
      for (const box of touched)
        assert.ok(
          [...stations.values()].some((station) => within(box, station)),
          JSON.stringify(box),
        );
      const own = panels[0];
      const cards = [...(own?.cubes ?? []), ...(own?.craftsmen ?? []), ...(own?.privileges ?? [])];
      touchable([...touched, ...hire, bag, ...cards]);
      for (const panel of panels) {
        const inner = [...panel.cubes, panel.workers, ...panel.craftsmen, ...panel.privileges];
        apart(inner);
        for (const box of inner) assert.ok(within(box, panel.box), JSON.stringify(box));
      }
      const all = pieces(view).map((piece, index) => spot({ ...piece, key: "", index } as Placed<Piece>, table));
      lying(all, width, table.height);
    });

function within(box: { x: number; y: number; w: number; h: number }, around: typeof box): boolean {
  const [right, low] = [around.x + around.w + 0.5, around.y + around.h + 0.5];
  return box.x >= around.x - 0.5 && box.y >= around.y - 0.5 && box.x + box.w <= right && box.y + box.h <= low;
}

test("Every space, every card on offer and every own cube can be touched; others' cubes cannot", () => {
  const drawn = ids(full(3, 3, 1));
  for (const id of [
    "space.market_4",
    "resource_card.forest_2",
    "craftsman.r1_mason",
    "market_stone",
    "s0.metal",
    "bag",
    "event.ev_william",
  ])
    assert.ok(drawn.has(id), id);
  assert.ok(!drawn.has("s1.sand") && !drawn.has("resource_card.forest_3"));
});
