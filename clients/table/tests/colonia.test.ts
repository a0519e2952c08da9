import assert from "node:assert/strict";
import { test } from "node:test";
import type { Box } from "../src/board/drawing/boxes";
import { exchange, role, touchesFor } from "../src/games/colonia/exchange";
import { type Layout, layout, type Task } from "../src/games/colonia/layout";
import { members, type Player, type View } from "../src/games/colonia/pieces";
import { memberAt } from "../src/games/colonia/places";
import { apart, inside, touchable } from "./boxes";

const WIDTHS = [320, 344, 459, 460, 480, 600, 753, 819, 820, 1060, 1180];
const TASKS: readonly Task[] = ["cards", "ballots", "exchange", "goods"];
const COLOURS = ["yellow", "blue", "green", "red", "orange", "purple"];
const STREETS = { tue: 4, wed: 3, thu: 2, fri: 1 };

/** A table of so many seats with everything on it: holds full, relics guarded, and as many owned as can be. */
function table(seats: number, phase = "market"): View {
  const owned = Array.from({ length: 9 }, (_, index) => ({ id: `own_${index}`, guard_seat: null }));
  const players = Array.from({ length: seats }, (_, seat) => ({
    ...{
      seat,
      colour: COLOURS[seat],
      home: 5,
      town_hall: 1,
      streets: STREETS,
      shrines: [],
      windows: seat ? ["bergen"] : [],
    },
    ...{ money: seat ? null : { mark: 4, pound: 1 }, relics: seat ? null : owned },
  }));
  const holds = ["1", "2", "3", "4", "extra"].map((id) => ({ id, goods: ["wheel"], pays: 3, seat: 1 }));
  const harbour = ["i", "ii", "iii", "iv"].map((berth) => ({ id: `ship_${berth}`, berth, holds }));
  const craftsmen = ["saddler", "wainwright", "painter", "tailor", "shoemaker"].map((id) => ({
    id,
    contracts: Array.from({ length: 8 }, () => ({ seat: 0, members: 1 })),
  }));
  const stalls = Array.from({ length: 9 }, (_, index) => ({ id: `s${index}`, seat: 2, members: 1 }));
  const relics = Array.from({ length: 12 }, (_, index) => ({ id: `relic_${index}`, space: index + 1, guard_seat: 0 }));
  const ordinances = [3, 4, 5].map((day) => ({ id: `law_${day}`, day, verdict: day === 5 ? "rejected" : "passed" }));
  return { seat: 0, phase, ordinances, players, harbour, craftsmen, stalls, relics } as unknown as View;
}

function parts({ week, ordinances, stalls, crafts, berths, display, piles, desk, panels }: Layout): Box[] {
  const own = desk ? [desk.box] : [];
  const lists = [crafts, berths, panels].flatMap((all) => all.map(({ box }) => box));
  return [week, ...ordinances, ...stalls, ...lists, ...display, piles, ...own];
}

for (const seats of [3, 6])
  for (const width of WIDTHS)
    test(`Colonia for ${seats} at ${width}: all is inside, apart, and large enough for a finger`, () => {
      for (const [task, phase] of TASKS.flatMap((each) =>
        ["market", "buying"].map((phase) => [each, phase] as const),
      )) {
        const found = layout(table(seats, phase), width, 0, task);
        inside(parts(found), width, found.height);
        apart(parts(found));
        const { crafts, berths, panels, desk, stalls, display } = found;
        for (const { box, head, spaces } of crafts) {
          inside([head, ...spaces], box.x + box.w, box.y + box.h);
          apart([head, ...spaces]);
        }
        for (const { box, head, holds } of berths) {
          inside(holds, box.x + box.w, box.y + box.h);
          apart([head, ...holds]);
        }
        const desks = desk ? [...desk.upper, ...desk.middle, ...desk.lower] : [];
        inside(desks, (desk?.box.x ?? 0) + (desk?.box.w ?? 0), (desk?.box.y ?? 0) + (desk?.box.h ?? 0));
        apart(desks);
        for (const { box, places, low, money, goods, resources, relics } of panels) {
          const all = [...places, low, ...money, ...goods, ...resources, ...relics];
          inside(all, box.x + box.w, box.y + box.h);
          apart(all);
        }
        const own = panels[0];
        touchable([...stalls, ...crafts.map(({ head }) => head), ...display, ...desks]);
        if (width >= 344) touchable(berths.flatMap(({ holds }) => holds));
        touchable([...(own?.places ?? []), ...(own?.relics ?? [])]);
        if (width >= 344) touchable(own?.goods ?? []);
      }
    });

test("on a phone, what the day is for lies above the rest of the town, and one's own family follows it", () => {
  for (const [at, phase] of ["market", "contracts", "loading", "buying"].entries()) {
    const { stalls, crafts, berths, display, panels } = layout(table(4, phase), 344, 0, "cards");
    const town = [stalls[0], crafts[0]?.box, berths[0]?.box, display[0]].map((box) => box?.y ?? 0);
    const later = town.filter((_, index) => index !== at);
    const own = panels[0]?.box.y ?? 0;
    assert.ok((town[at] ?? 0) < own && own < Math.min(...later), `${phase}: ${town} and ${own}`);
  }
});

test("every family member stands somewhere on the table, those of one contract together", () => {
  const view = table(3);
  const found = layout(view, 344, 0, "cards");
  const all = members(view);
  assert.equal(all.length, 3 * 16 + 9 + 5 * 8 + 4 * 5 + 12);
  for (const member of all) {
    const { x, y } = memberAt({ ...member, key: "", index: 0 }, view, found);
    assert.ok(x > 0 && x < 344 && y > 0 && y < found.height, `${member.zone}: ${x} ${y}`);
  }
});

test("an exchange is two currencies and an amount, which is all where more could be exchanged", () => {
  const [player] = table(3).players as [Player];
  const give = role("mark", "give");
  const get = role("pound", "get");
  assert.equal(exchange([give], player).most, 0);
  const chosen = exchange([give, get], player);
  assert.deepEqual([chosen.give, chosen.get, chosen.amount, chosen.most], ["mark", "pound", 1, 4]);
  assert.deepEqual(touchesFor(chosen, 1), ["!all"]);
  assert.deepEqual(touchesFor(chosen, 2), [give, get, "!all"]);
  assert.equal(touchesFor(chosen, 4).length, 6);
});
