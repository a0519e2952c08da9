import { type Course, explains, read } from "../course";

const notre: Course = {
  deal: "a1".repeat(32),
  lesson: [read("start"), read("on")],
  guide: [
    explains("keep_first", "card"),
    explains("keep_second", "card"),
    explains("play_card", "s0"),
    explains("drive", "square"),
    explains("donate", "notre_dame"),
    explains("hire_person", "person"),
    explains("lose_marker", "s0"),
  ],
};

export default notre;
