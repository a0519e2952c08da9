import { type Course, does, explains, read } from "../course";

const pillars: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "choose", "resource_card"),
    does("wood", "choose", /^take\.forest_2$/),
    does("stone", "choose", /^take\.quarry_3$/),
    does("dear", "place", /^pass$/, "P-54"),
    does("mason", "place", /^place\.shiring_1$/),
    does("wait", "place", /^pass$/, "P-54"),
    does("priory", "place_passed", /^place\.priory_1$/),
    does("booth", "place_passed", /^place\.market_1$/),
    read("spaces", "market", "space"),
    does("buy", "market", /^buy\.stone\.2$/),
    does("leave", "market", /^leave$/),
    does("once_more", "boost", /^r1_mason$/),
    does("work", "use", /^use\.r1_mason\.3$/),
    does("rest", "use", /^use\.start_stonecutter\.1$/),
    does("wooden", "use", /^use\.start_woodworker\.1$/),
    read("round", "choose", "craftsman"),
    read("on"),
  ],
  guide: [
    explains("choose", "card"),
    explains("place", "space"),
    explains("place_passed", "space"),
    explains("market", "market"),
    explains("use", "craftsman"),
    explains("keep", "s0."),
  ],
};

export default pillars;
