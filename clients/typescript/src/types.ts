import type { components } from "./generated/rest.js";

/** Every schema of the service's OpenAPI document, by name. */
export type Schemas = components["schemas"];

/** The rulesets for which this client has types. */
export type Ruleset = Schemas["Game"]["ruleset"];

/** A game as a seat, or a spectator (`seat` null), may see it; `ruleset` determines its view, options and words. */
export type Game<R extends Ruleset = Ruleset> = Extract<Schemas["Game"], { ruleset: R }>;
/** What one command changed, and the game after it. */
export type Update = Schemas["Update"];
/** What answers would lead to. Nothing has changed. */
export type Preview = Schemas["Preview"];
export type Hint = Schemas["Hint"];
/** What a command changed; `repeated` if it had already been carried out. */
export type Taken = Schemas["AnswersTaken"];
export type GameOpened = Schemas["GameOpened"];
export type SeatClaimed = Schemas["SeatClaimed"];
/** A question to a seat; `kind` says what it is about and what its options consist of. */
export type Question = Game["questions"][number];
/** One legal answer. */
export type Option = Question["options"][number];
/** A sentence about what happened, and the words it was made of. */
export type Note = Update["notes"][number];
/** Whether a seat may take its newest answer back, and if not, why: `take_back` of a game. */
export type TakeBack = Schemas["TakeBack"];
/** A thing to touch in order to give an answer. An option has some, in any order. */
export type Target = Schemas["Target"];
/** Pieces that moved from zone to zone, as a note reports. */
export type Motion = Schemas["Motion"];
export type Explanation = Schemas["Explanation"];
export type Catalogue = Schemas["Catalogue"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type GameSummary = Schemas["GameSummary"];
/** A game in which the caller has a seat. */
export type MyGame = Schemas["MyGame"];
/** The caller's games; `worthless` lists the positions (from 0) of tokens that no longer open anything. */
export type MyGamePage = Schemas["MyGamePage"];
/** The rematch of a game, and the caller's token there: a seat's or the host's. */
export type RematchFound = Schemas["RematchFound"];
/** A ticket for one stream, or for a seat on another device, and when it expires. */
export type Ticket = Schemas["Ticket"];
export type SeatToken = Schemas["SeatToken"];
export type StandingOrders = Schemas["StandingOrders"];
export type HostDone = Schemas["HostDone"];

/** An address that is notified when something happens in a game. */
export type Webhook = Schemas["Webhook"];
export type WebhookWish = Schemas["WebhookWish"];
/** A webhook, and the secret that signs its notices. */
export type WebhookAdded = Schemas["WebhookAdded"];
/** The result of a ping. */
export type WebhookTried = Schemas["WebhookTried"];

/** The kind of an open question, and the word of one of its options. */
export type Answer = Schemas["OneAnswer"];

/** A seat of a game to open; every field is optional. */
export type SeatPlan = Schemas["SeatPlan"];
/** A seat to take; every field is optional. */
export type SeatClaim = Schemas["SeatClaim"];
/** A game to open. */
export type NewGame = Schemas["NewGame"];
/** A game to open from a revision of an ended one. */
export type NewFork = Schemas["NewFork"];
/** Filters of the lobby. */
export type Wanted = { ruleset?: string; status?: GameSummary["status"]; free?: number };
/** Filters of the lobby's stream; without a status, it has games that are open or running. */
export type Waiting = Omit<Wanted, "status"> & { status?: "open" | "running" };
/** A request for a ticket that brings a seat to another device: to `share` it or to move it, within `minutes`. */
export type SeatTicketWish = Schemas["SeatTicketWish"];
/** A phrase that can be said at a table. */
export type Phrase = Schemas["PhraseToSay"]["phrase"];
/** The phrases said at a table, and those available. */
export type PhrasesSaid = Schemas["PhrasesSaid"];
/** An action that a host may request. */
export type HostWish = Schemas["HostWish"];
/** A request to take back, or a response to a proposal. */
export type Retraction = Schemas["Retraction"];
export type Orders = Schemas["OrdersRequest"];

/**
 * How a stream sends games: `patch`, as changes since the last time, from which the client rebuilds whole games;
 * `full`, whole each time; `none`, without their views.
 */
export type ViewMode = WholeMode | "none";
/** The modes in which games include their views. */
export type WholeMode = "patch" | "full";

/** An event of a stream of one or more games; without views in the mode `none`. */
export type StreamEvent<V extends ViewMode = WholeMode> =
  | { event: "game"; data: V extends "none" ? Schemas["GameWithoutView"] : Game }
  | { event: "update"; data: V extends "none" ? Schemas["UpdateWithoutView"] : Update }
  | { event: "heartbeat"; data: Schemas["Heartbeat"] }
  | { event: "end"; data: Schemas["LastWord"] };
