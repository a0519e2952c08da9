import type { components } from "./generated/rest.js";

/** Every schema of the service's description, by its name there. */
export type Schemas = components["schemas"];

/** What a seat sees of the table, by ruleset. */
export interface Views {
  colonia: Schemas["Colonia.ColoniaView"];
  "golden-horn": Schemas["GoldenHorn.GoldenHornView"];
  "notre-dame": Schemas["NotreDame.NotreDameView"];
  "pillars-of-the-earth": Schemas["PillarsOfTheEarth.PillarsOfTheEarthView"];
  troyes: Schemas["Troyes.TroyesView"];
}

/** The rulesets whose views this client knows the type of. */
export type Ruleset = keyof Views;

/** A game as a seat, or a spectator (`seat` null), may see it; `ruleset` tells which view it has. */
export type Game<R extends Ruleset = Ruleset> = {
  [K in R]: Omit<Schemas["Game"], "ruleset" | "view" | "options"> & {
    ruleset: K;
    view: Views[K];
    options: Record<string, unknown>;
  };
}[R];

type With<T, Found extends object> = Omit<T, keyof Found> & Found;

/** What one command changed, and the game after it. */
export type Update = With<Schemas["Update"], { after: Game }>;
/** What answers would lead to; nothing has changed. */
export type Preview = With<Schemas["Preview"], { after: Game }>;
/** What a command changed; `repeated`: it had been carried out before. */
export type Taken = With<Schemas["AnswersTaken"], { update: Update }>;
export type GameOpened = With<Schemas["GameOpened"], { game: Game }>;
export type SeatClaimed = With<Schemas["SeatClaimed"], { game: Game }>;
export type Question = Schemas["Question"];
export type Option = Schemas["Option"];
/** A sentence about what happened, and the words that it was made of. */
export type Note = Schemas["Told"];
export type Explanation = Schemas["Explanation"];
export type Catalogue = Schemas["Catalogue"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type GameSummary = Schemas["GameSummary"];
export type SeatToken = Schemas["SeatToken"];
export type StandingOrders = Schemas["StandingOrders"];
export type HostDone = Schemas["HostDone"];

/** The kind of an open question, and the word of one of its options. */
export type Answer = Schemas["OneAnswer"];

/** A seat of a game to be; everything may be left out. */
export type SeatPlan = Partial<Schemas["SeatPlan"]>;
/** A seat to take: all of it may be left out. */
export type SeatClaim = Partial<Schemas["SeatClaim"]>;
/** A game to open. */
export type NewGame = Omit<Partial<Schemas["NewGame"]>, "seats" | "options" | "clock" | "spectators"> & {
  ruleset: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  clock?: Partial<Schemas["Clock"]>;
  spectators?: Partial<Schemas["Spectators"]>;
};
/** A game to open from a revision of an ended one. */
export type NewFork = { revision: number; seats?: SeatPlan[]; listed?: boolean };
/** What the lobby is asked for. */
export type Wanted = { ruleset?: string; status?: GameSummary["status"]; free?: number };
/** What a host may wish for. */
export type HostWish = Pick<Schemas["HostWish"], "action"> & Partial<Schemas["HostWish"]>;
/** A wish to go back, or an answer to one that is proposed. */
export type Retraction = Partial<Schemas["Retraction"]>;
export type Orders = { rules: Partial<Schemas["OrderRule"]>[]; until?: object[]; otherwise?: "cancel" | "wait" };

/** What a stream tells, of one game or of several. */
export type StreamEvent =
  | { event: "game"; data: Game }
  | { event: "update"; data: Update }
  | { event: "heartbeat"; data: Schemas["Heartbeat"] }
  | { event: "end"; data: Schemas["LastWord"] };
