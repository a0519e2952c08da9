import { type Course, does, explains, read } from "../course";

const notre: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "keep_first", "s0"),
    does("first_card", "keep_first", /^yellow\.carriage_house$/),
    does("friend", "keep_second", /^red\.trusted_friend$/),
    does("carriage", "play_card", /^yellow\.carriage_house$/),
    does("marker", "place_marker", /^supply$/),
    does("market", "drive", /^b1_inner_right$/),
    does("second", "play_card", /^red\.trusted_friend$/, "N-49"),
    does("enters", "move_friend", /^carriage_house$/),
    does("farther", "drive", /^b2_inner_right$/, "N-44"),
    does("hire", "hire_person", /^usurer$/),
    read("rats", "keep_first", "s0.rats", "s0.hospital", "s0.park"),
    does("church", "keep_first", /^yellow\.notre_dame$/),
    does("more", "keep_second", /^red\.carriage_house$/),
    does("donation", "play_card", /^yellow\.notre_dame$/),
    does("gold", "donate", /^gold_3$/),
    read("passes", "play_card", "notre_dame"),
    read("on"),
  ],
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
