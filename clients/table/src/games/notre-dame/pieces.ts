import type { Game } from "@podesta/client";
import type { Lying } from "../../board/identity";

/** The view of Notre Dame, and of one of its seats. */
export type View = Game<"notre-dame">["view"];
export type Player = View["players"][number];

export const SECTORS = ["hospital", "park", "residence", "cloister_school", "bank", "carriage_house", "hotel"] as const;
/** The number of spaces on a rat track. */
export const SPACES = 10;

/** A piece, of a colour, in a zone. */
export interface Piece extends Lying {
  readonly kind: "marker" | "friend" | "carriage" | "rat" | "bell" | "card";
  readonly colour: string;
  /** The id to touch for this piece; empty if its zone is touched. */
  readonly id: string;
}

/** Every piece that moves. */
export function pieces(view: View): Piece[] {
  const bell = view.start_seat === null ? [] : [single("bell", "", "bell", `s${view.start_seat}.bell`)];
  return [...view.players.flatMap(ofSeat), ...bell, ...cards(view)];
}

function ofSeat(player: Player): Piece[] {
  const { seat, colour } = player;
  const at = (zone: string): string => `s${seat}.${zone}`;
  const zones = { ...player.markers, supply: player.supply, general: player.general };
  const markers = Object.entries(zones).flatMap(([zone, count]) => several(player, at(zone), count));
  const friend = single("friend", colour, at("friend"), at(player.friend ?? "friend"));
  const carriage = single("carriage", colour, at("carriage"), `square.${player.carriage}`);
  const rat = single("rat", colour, at("rat"), at(`rat_${player.rat}`));
  return [...markers, ...several(player, "notre_dame", player.notre_dame), friend, carriage, rat];
}

function several({ seat, colour }: Player, zone: string, count: number): Piece[] {
  return Array.from({ length: count }, () => ({ kind: "marker", colour, group: `s${seat}.marker`, zone, id: "" }));
}

function single(kind: Piece["kind"], colour: string, id: string, zone: string): Piece {
  return { kind, colour, group: id, zone, id };
}

/** The player's cards: those to choose from, then those in hand. */
function cards(view: View): Piece[] {
  return held(view).map((card) => single("card", card.split(".")[0] ?? "", `card.${card}`, "hand"));
}

/** The player's cards. */
export function held({ seat, players }: View): string[] {
  const own = players.find((player) => player.seat === seat);
  return [...(own?.to_choose ?? []), ...(own?.hand ?? [])];
}

/** The ids of everything that is drawn. */
export function ids(view: View): Set<string> {
  const zones = view.players.flatMap(({ seat }) =>
    [...SECTORS, "supply", "gold", "general", "friend"].map((zone) => `s${seat}.${zone}`),
  );
  const squares = view.boroughs.flatMap(({ colour, squares: each }) =>
    each.flatMap(({ id, message }) => [`square.${id}`, ...(message ? [`message.${message}.${colour}`] : [])]),
  );
  const persons = view.persons.map(({ id }) => `person.${id}`);
  return new Set(["notre_dame", ...zones, ...squares, ...persons, ...held(view).map((card) => `card.${card}`)]);
}
