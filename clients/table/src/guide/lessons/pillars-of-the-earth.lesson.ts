import { Figures } from "../../games/pillars-of-the-earth/figures";
import type { Player, View } from "../../games/pillars-of-the-earth/pieces";
import { type Course, does, ends, explains, read, saw } from "../course";

/** A player's first craftsman left with too little of a resource, after serving those who need least. */
function idle({ craftsmen, cubes }: Player, figures: Figures, resource: "stone"): string | undefined {
  const users = craftsmen.map((each) => ({ ...each, need: figures.craft(each.id)?.needs[resource] ?? 0 }));
  let have = cubes[resource] ?? 0;
  for (const { id, need, capacity } of users.filter((each) => each.need).sort((one, other) => one.need - other.need)) {
    if (have < need) return id;
    have -= need * capacity;
  }
  return undefined;
}

const pillars: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "choose", "resource_card"),
    does("wood", "choose", /^take\.forest_2$/, "card_taken"),
    does("stone", "choose", /^take\.quarry_3$/, "to_mill"),
    does("dear", "place", /^pass$/, "builder_passed", "P-55"),
    does("mason", "place", /^place\.shiring_1$/, "placed"),
    does("wait", "place", /^pass$/, "builder_passed", "P-55"),
    does("priory", "place_passed", /^place\.priory_1$/, "placed_later"),
    does("booth", "place_passed", /^place\.market_1$/, "placed_later"),
    saw("tax_rolled", read("spaces", "market", "space")),
    does("buy", "market", /^buy\.stone\.2$/, "bought"),
    does("leave", "market", /^leave$/, "left_market"),
    does("once_more", "boost", /^r1_mason$/, "boosted"),
    does("work", "use", /^use\.r1_mason\.3$/, "worked"),
    does("rest", "use", /^use\.start_stonecutter\.1$/, "worked"),
    does("wooden", "use", /^use\.start_woodworker\.1$/, "worked"),
    saw("round_began", read("round", "choose", "craftsman")),
    ends({ wins: "P-161", trades: "P-8", tax: "P-4", elsewhere: "P-167", resale: "P-114" }),
  ],
  guide: [
    explains("choose", "card"),
    explains("place", "space"),
    explains("place_passed", "space"),
    explains("market", "market"),
    explains("use", "craftsman"),
    explains("keep", "s0."),
  ],
  facts: (view: View, { words, option }) => {
    const me = view.players[view.seat ?? 0];
    const [, place, times] = option.split(".");
    const hired = view.spaces.find(({ id }) => id === place)?.card;
    const figures = new Figures(words, view.edition);
    const works = me && idle(me, figures, "stone");
    return {
      rounds: view.rounds,
      left: view.rounds - view.round + 1,
      workers: me?.workers_free,
      cost: view.cost,
      stone: me?.cubes.stone,
      times: Number(times),
      takes: figures.tables.resource_cards.find(({ id }) => id === place)?.workers,
      capacity: hired ? figures.craft(hired)?.capacity : undefined,
      craftsman: works && figures.title(works),
      limit: me?.craftsman_limit,
    };
  },
};

export default pillars;
