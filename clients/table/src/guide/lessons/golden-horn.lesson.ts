import { type Course, does, explains, read, saw } from "../course";

const golden: Course = {
  deal: "a1".repeat(32),
  lesson: [
    read("start", "", "port"),
    does("ships", "place_ships", /^venice\.venice\.constantinople$/, "placed"),
    does("load", "act", /^move\.ship_d_three\.yellow$/, "loaded", "G-27"),
    does("free", "sail", /^continue$/, "sailed"),
    does("stop", "sail", /^stop$/, "stopped"),
    saw("raided", read("raided", "act", "ship.ship_d_three")),
    does("raid", "act", /^raid\.ship_b_three/, "raided", "G-23"),
    does("again", "act", /^move\.ship_d_three/, "sailed"),
    does("wind", "sail", /^continue$/, "wind_played", "G-32"),
    does("leave", "act", /^move\.ship_d_three/, "sailed", "G-33"),
    does("skip", "sail", /^continue$/, "arrived", "G-29"),
    saw("arrived", read("arrived", "act", "s0")),
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
