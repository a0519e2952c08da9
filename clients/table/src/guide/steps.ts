/** One thing that a first game explains. */
export interface Step {
  /** Its text: the key of it in the game's texts. */
  readonly text: string;
  /** The kind of question with which it comes up; empty: at the beginning. */
  readonly at: string;
  /** What it is about on the board: ids, or beginnings of ids. */
  readonly look: readonly string[];
}

/** The steps of a ruleset, in the order in which a game brings them up. */
export type Guide = readonly Step[];

const START: Step = { text: "start", at: "", look: [] };

/** A step whose text is called like its question. */
function step(at: string, ...look: string[]): Step {
  return { text: at, at, look };
}

export const GUIDES = {
  colonia: [
    START,
    step("play_family_card", "family_card"),
    step("vote", "ordinance"),
    step("take_stall", "stall"),
    step("place_contract", "craftsman"),
    step("load_hold", "ship"),
    step("exchange", "s0."),
    step("buy_relic", "relic"),
    step("safeguard", "relic"),
  ],
  "golden-horn": [
    START,
    step("place_ships", "ship"),
    step("act", "ship", "port"),
    step("sail", "space"),
    { text: "act_again", at: "act", look: ["ship"] },
    step("turn_ship", "ship"),
    step("declare_end", "s0."),
  ],
  "notre-dame": [
    START,
    step("keep_first", "card"),
    step("keep_second", "card"),
    step("play_card", "s0"),
    step("drive", "square"),
    step("donate", "notre_dame"),
    step("hire_person", "person"),
    step("lose_marker", "s0"),
  ],
  "pillars-of-the-earth": [
    START,
    step("choose", "card"),
    step("place", "space"),
    step("place_passed", "space"),
    step("market", "market"),
    step("use", "craftsman"),
    step("keep", "s0."),
  ],
  troyes: [
    START,
    step("place_first", "building"),
    step("prepare", "event"),
    step("counter_with", "s0."),
    step("act", "activity", "event", "cathedral"),
    step("group_die", "s0."),
    step("hire_from", "building"),
    step("how_often", "activity"),
  ],
} as const satisfies Readonly<Record<string, Guide>>;
