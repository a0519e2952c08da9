import { type Course, does, explains, read } from "../course";

const golden: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "", "port"),
    does("ships", "place_ships", /^venice\.venice\.constantinople$/),
    does("load", "act", /^move\.ship_d_three\.yellow$/, "G-27"),
    does("free", "sail", /^continue$/),
    does("stop", "sail", /^stop$/),
    read("raided", "act", "ship.ship_d_three"),
    does("raid", "act", /^raid\.ship_b_three/, "G-22"),
    does("again", "act", /^move\.ship_d_three/),
    does("wind", "sail", /^continue$/, "G-32"),
    does("leave", "act", /^move\.ship_d_three/, "G-33"),
    does("skip", "sail", /^continue$/, "G-29"),
    read("arrived", "act", "s0"),
    read("sets"),
    read("on"),
  ],
  guide: [
    explains("act", "ship", "port"),
    explains("sail", "space"),
    explains("turn_ship", "ship"),
    explains("declare_end", "s0."),
  ],
};

export default golden;
