import { type Course, does, ends, explains, read, saw } from "../course";

const golden: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "", "port"),
    does("ships", "place_ships", /^venice\.venice\.constantinople$/, "placed"),
    does("load", "act", /^move\.ship_d_two\.orange$/, "loaded", "G-27"),
    does("wind", "sail", /^continue$/, "wind_played", "G-32"),
    does("free", "sail", /^continue$/, "sailed"),
    does("modone", "sail", /^continue$/, "moored", "G-33"),
    does("other", "act", /^move\.ship_d_one\.pink$/, "loaded", "G-27"),
    does("halt", "sail", /^stop$/, "stopped"),
    does("leave", "act", /^move\.ship_d_two/, "sailed", "G-33"),
    does("rest", "sail", /^stop$/, "stopped"),
    does("home", "act", /^move\.ship_d_two/, "arrived", "G-29"),
    saw("arrived", read("arrived", "act", "s0")),
    does("follow", "act", /^move\.ship_d_one/, "moored", "G-33"),
    does("raid", "act", /^raid\.ship_b_three\.blue\.green$/, "raided", "G-23"),
    read("sets"),
    ends({ wins: "G-46", counts: "G-44", alike: "G-22", leaving: "G-32", refill: "G-28" }),
  ],
  guide: [
    explains("act", "ship", "port"),
    explains("sail", "space"),
    explains("turn_ship", "ship"),
    explains("declare_end", "s0."),
  ],
};

export default golden;
