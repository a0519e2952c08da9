import { type Course, explains, read } from "../course";

const pillars: Course = {
  deal: "a1".repeat(32),
  lesson: [read("start"), read("on")],
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
