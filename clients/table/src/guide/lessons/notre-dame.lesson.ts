import type { View } from "../../games/notre-dame/pieces";
import { type Course, does, ends, explains, read, saw } from "../course";

const notre: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "keep_first", "s0"),
    does("first_card", "keep_first", /^yellow\.carriage_house$/, "kept"),
    does("friend", "keep_second", /^red\.trusted_friend$/, "kept"),
    does("carriage", "play_card", /^yellow\.carriage_house$/, "played"),
    does("marker", "place_marker", /^supply$/, "placed"),
    does("market", "drive", /^b1_inner_right$/, "message_taken"),
    does("second", "play_card", /^red\.trusted_friend$/, "played"),
    does("enters", "move_friend", /^carriage_house$/, "friend_moved"),
    does("farther", "drive", /^b4_inner_right$/, "message_taken", "N-44"),
    does("hire", "hire_person", /^usurer$/, "hired"),
    saw("rat_moved", read("rats", "keep_first", "s0.rats", "s0.hospital", "s0.park")),
    does("church", "keep_first", /^yellow\.notre_dame$/, "kept"),
    does("more", "keep_second", /^red\.park$/, "kept"),
    does("donation", "play_card", /^yellow\.notre_dame$/, "played"),
    does("gold", "donate", /^gold_3$/, "donated"),
    saw("placed", read("passes", "play_card", "notre_dame")),
    ends({ wins: "N-81", each: "N-29", empty: "N-28", held: "N-71", again: "N-77" }),
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
  facts: (view: View, { words, option }) => {
    const me = view.players[view.seat ?? 0];
    const message = view.boroughs.flatMap(({ squares }) => squares).find(({ id }) => id === option)?.message;
    return {
      reach: me && (me.markers.carriage_house ?? 0) + (me.friend === "carriage_house" ? 1 : 0),
      message: message ? words.label("message", message) : undefined,
      left: me && me.gold - Number(option.replace("gold_", "")),
    };
  },
};

export default notre;
