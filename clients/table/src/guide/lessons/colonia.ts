import { type Course, explains, read } from "../course";

const colonia: Course = {
  deal: "a1".repeat(32),
  lesson: [read("start"), read("on")],
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
