import type { components } from "./generated/rest.js";

/** Every schema of the service's description, by its name there. */
export type Schemas = components["schemas"];

/** The rulesets that this client knows the types of. */
export type Ruleset = Schemas["Game"]["ruleset"];

/** A game as a seat, or a spectator (`seat` null), may see it; `ruleset` tells what its view, options and words are. */
export type Game<R extends Ruleset = Ruleset> = Extract<Schemas["Game"], { ruleset: R }>;
/** What one command changed, and the game after it. */
export type Update = Schemas["Update"];
/** What answers would lead to; nothing has changed. */
export type Preview = Schemas["Preview"];
export type Hint = Schemas["Hint"];
/** What a command changed; `repeated`: it had been carried out before. */
export type Taken = Schemas["AnswersTaken"];
export type GameOpened = Schemas["GameOpened"];
export type SeatClaimed = Schemas["SeatClaimed"];
/** What a seat is asked; `kind` tells what it is about, and what its options are made of. */
export type Question = Game["questions"][number];
/** One legal answer. */
export type Option = Question["options"][number];
/** A sentence about what happened, and the words that it was made of. */
export type Note = Update["notes"][number];
/** Whether a seat may take its newest answer back, and why not: `take_back` of a game. */
export type TakeBack = Schemas["TakeBack"];
/** What is touched to give an answer; an option has some, in any order. */
export type Target = Schemas["Target"];
/** Pieces that a note tells to have moved from zone to zone. */
export type Motion = Schemas["Motion"];
export type Explanation = Schemas["Explanation"];
export type Catalogue = Schemas["Catalogue"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type GameSummary = Schemas["GameSummary"];
/** A game in which somebody has a seat. */
export type MyGame = Schemas["MyGame"];
/** Somebody's games; `worthless` says which of the tokens open nothing any more, by their place from 0. */
export type MyGamePage = Schemas["MyGamePage"];
/** The rematch of a game, and what opens it there: a seat's token, or the host's. */
export type RematchFound = Schemas["RematchFound"];
/** What opens one stream, or a seat on another device, and until when. */
export type Ticket = Schemas["Ticket"];
export type SeatToken = Schemas["SeatToken"];
export type StandingOrders = Schemas["StandingOrders"];
export type HostDone = Schemas["HostDone"];

/** An address that is called when something happens in a game. */
export type Webhook = Schemas["Webhook"];
export type WebhookWish = Schemas["WebhookWish"];
/** A webhook, and what its notices are signed with. */
export type WebhookAdded = Schemas["WebhookAdded"];
/** What became of a ping. */
export type WebhookTried = Schemas["WebhookTried"];

/** The kind of an open question, and the word of one of its options. */
export type Answer = Schemas["OneAnswer"];

/** A seat of a game to be; everything may be left out. */
export type SeatPlan = Schemas["SeatPlan"];
/** A seat to take: all of it may be left out. */
export type SeatClaim = Schemas["SeatClaim"];
/** A game to open. */
export type NewGame = Schemas["NewGame"];
/** A game to open from a revision of an ended one. */
export type NewFork = Schemas["NewFork"];
/** What the lobby is asked for. */
export type Wanted = { ruleset?: string; status?: GameSummary["status"]; free?: number };
/** What the lobby's stream is asked for: without a status, games that are open or running. */
export type Waiting = Omit<Wanted, "status"> & { status?: "open" | "running" };
/** A ticket that brings a seat to another device: to `share` it, or to leave this one; good for some `minutes`. */
export type SeatTicketWish = Schemas["SeatTicketWish"];
/** What can be said at a table. */
export type Phrase = Schemas["PhraseToSay"]["phrase"];
/** What was said at a table, and what can be said. */
export type PhrasesSaid = Schemas["PhrasesSaid"];
/** What a host may wish for. */
export type HostWish = Schemas["HostWish"];
/** A wish to go back, or an answer to one that is proposed. */
export type Retraction = Schemas["Retraction"];
export type Orders = Schemas["OrdersRequest"];

/**
 * How a stream tells games: `patch`, as what has changed since it told them before, out of which the client makes whole
 * games again; `full`, whole each time; `none`, without their views.
 */
export type ViewMode = WholeMode | "none";
/** The modes in which games come with their views. */
export type WholeMode = "patch" | "full";

/** What a stream tells, of one game or of several; with the mode `none`, without views. */
export type StreamEvent<V extends ViewMode = WholeMode> =
  | { event: "game"; data: V extends "none" ? Schemas["GameWithoutView"] : Game }
  | { event: "update"; data: V extends "none" ? Schemas["UpdateWithoutView"] : Update }
  | { event: "heartbeat"; data: Schemas["Heartbeat"] }
  | { event: "end"; data: Schemas["LastWord"] };
