import { type Course, does, explains, read } from "../course";

const colonia: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "play_family_card", "family_card"),
    does("family", "play_family_card", /^6$/),
    read("order", "take_stall", "s0"),
    does("stall", "take_stall", /^s5$/),
    does("home", "take_stall", /^pass$/),
    does("tailor", "place_contract", /^tailor$/),
    does("saddler", "place_contract", /^saddler$/),
    does("made", "place_contract", /^pass$/, "C-49"),
    does("hold", "vote", /^yes$/),
    does("early", "vote", /^no$/),
    does("london", "load_hold", /^ship_london_3\.4$/),
    does("extra", "load_hold", /^ship_novgorod_1\.extra\.shoes$/),
    does("money", "vote", /^no$/),
    read("paid", "buy_relic", "s0"),
    does("relic", "buy_relic", /^relic_london_03$/),
    does("second", "buy_relic", /^relic_london_01$/),
    does("shrine", "buy_relic", /^pass$/, "C-64"),
    does("member", "safeguard", /^shrine_bruges$/),
    read("on"),
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
};

export default colonia;
