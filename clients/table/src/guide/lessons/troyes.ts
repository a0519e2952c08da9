import { type Course, explains, read } from "../course";

const troyes: Course = {
  deal: "a1".repeat(32),
  lesson: [read("start"), read("on")],
  guide: [
    explains("place_first", "building"),
    explains("prepare", "event"),
    explains("counter_with", "s0."),
    explains("act", "activity", "event", "cathedral"),
    explains("group_die", "s0."),
    explains("hire_from", "building"),
    explains("how_often", "activity"),
  ],
};

export default troyes;
