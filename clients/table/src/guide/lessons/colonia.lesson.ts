import { dayOf, type View } from "../../games/colonia/pieces";
import { type Course, does, ends, explains, read, saw } from "../course";

/** The name of a weekday, from 1 for Monday, capitalized. */
function weekday(day: number, language: string): string | undefined {
  if (!day) return undefined;
  const said = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, day));
  return said.charAt(0).toLocaleUpperCase(language) + said.slice(1);
}

const colonia: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "play_family_card", "family_card"),
    does("family", "play_family_card", /^6$/, "card_shown"),
    saw("order_set", read("order", "take_stall", "s0")),
    does("stall", "take_stall", /^s5$/, "stall_taken"),
    does("home", "take_stall", /^pass$/, "passed"),
    does("tailor", "place_contract", /^tailor$/, "contract_placed"),
    does("saddler", "place_contract", /^saddler$/, "contract_placed"),
    does("made", "place_contract", /^pass$/, "contract_rolled", "C-49"),
    does("hold", "vote", /^yes$/, "decided"),
    does("early", "vote", /^no$/, "decided"),
    does("london", "load_hold", /^ship_london_3\.4$/, "hold_loaded"),
    does("extra", "load_hold", /^ship_novgorod_1\.extra\.shoes$/, "extra_loaded"),
    does("money", "vote", /^no$/, "decided"),
    saw("paid", read("paid", "buy_relic", "s0")),
    does("relic", "buy_relic", /^relic_london_03$/, "bought"),
    does("second", "buy_relic", /^relic_london_01$/, "bought"),
    does("shrine", "buy_relic", /^pass$/, "passed"),
    does("member", "safeguard", /^shrine_bruges$/, "safeguarded"),
    ends({ wins: "C-92", windows: "C-90", busy: "C-14", missing: "C-27", once: "C-113" }),
  ],
  guide: [
    explains("play_family_card", "family_card"),
    explains("vote", "ordinance"),
    explains("take_stall", "stall"),
    explains("place_contract", "craftsman"),
    explains("load_hold", "ship"),
    explains("exchange", "s0."),
    explains("buy_relic", "relic"),
    explains("safeguard", "relic"),
  ],
  facts: (view: View, { words, language, option }) => {
    const [me, mayor] = [view.players[view.seat ?? 0], view.players[view.order[0] ?? 0]];
    const [id, number] = option.split(".");
    const relic = view.relics.find((each) => each.id === option);
    return {
      weeks: view.weeks,
      left: view.weeks - view.week,
      day: weekday(dayOf(view), language),
      card: option,
      votes: me?.votes,
      mayor: mayor && words.seat(mayor.seat),
      highest: mayor?.played_card ?? undefined,
      place: view.order.indexOf(view.seat ?? 0) + 1,
      rolls: view.extra_rolls,
      pays: view.harbour.find((ship) => ship.id === id)?.holds.find((hold) => hold.id === number)?.pays,
      cost: relic?.cost,
      points: relic?.points,
    };
  },
};

export default colonia;
