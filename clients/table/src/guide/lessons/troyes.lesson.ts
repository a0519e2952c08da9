import type { View } from "../../games/troyes/pieces";
import { type Course, does, ends, explains, read, saw } from "../course";

const troyes: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "place_first", "building"),
    does("red", "place_first", /^palace_6$/, "settled"),
    does("white", "place_first", /^bishopric_a1$/, "settled"),
    does("yellow", "place_first", /^city_hall_a1$/, "settled"),
    does("another", "place_first", /^palace_3$/, "settled"),
    does("last", "place_first", /^city_hall_b1$/, "settled"),
    saw("black_rolled", read("dice", "prepare", "s0")),
    does("foes", "prepare", /^done$/, "countered"),
    does("extra", "counter_extra", /^3$/, "countered"),
    does("all", "counter_extra", /^1$/, "countered"),
    does("double", "counter_with", /\.red\.5$/, "countered"),
    does("enough", "counter_with", /^done$/, "countered"),
    does("build", "act", /^build$/, "built"),
    does("six", "group_die", /^seat_0\.white\.6$/, "built"),
    does("five", "group_die", /^seat_0\.white\.5$/, "built"),
    does("two", "group_die", /^done$/, "grouped"),
    does("miller", "act", /^activate\.miller$/, "hired"),
    does("tradesman", "hire_from", /^palace_3$/, "hired"),
    does("sum", "group_die", /^seat_0\.yellow\.5$/, "grouped"),
    does("four", "group_die", /^seat_0\.yellow\.4$/, "grouped"),
    does("twice", "how_often", /^2$/, "activated"),
    does("mill_for", "mill", /^0$/, "deniers_gained"),
    does("war", "act", /^combat\.1$/, "marked"),
    does("own", "group_die", /^seat_0\.red\.2$/, "grouped"),
    does("bought", "group_die", /^neutral\.red\.5$/, "grouped"),
    does("fight", "group_die", /^done$/, "marked"),
    read("round", "act", "s0"),
    ends({ wins: "T-266", levels: "T-262", helpless: "T-84", buys: "T-130", others: "T-101" }),
  ],
  guide: [
    explains("place_first", "building"),
    explains("prepare", "event"),
    explains("counter_with", "s0."),
    explains("act", "activity", "event", "cathedral"),
    explains("group_die", "s0."),
    explains("hire_from", "building"),
    explains("how_often", "activity"),
  ],
  facts: (view: View, { option }) => {
    const acts = [option, ...view.turn.map(({ word }) => word)];
    const activity = view.activities.find(({ card }) => card && acts.includes(`activate.${card}`));
    return {
      rounds: view.rounds,
      wage: view.buildings.find(({ spaces }) => spaces.some(({ id }) => id === option))?.wage,
      cost: activity?.cost,
      divisor: activity?.divisor,
    };
  },
};

export default troyes;
