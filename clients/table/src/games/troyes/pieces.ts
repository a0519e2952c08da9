import type { Game } from "@podesta/client";
import type { Lying } from "../../board/identity";

/** The view of Troyes, and of parts of it. */
export type View = Game<"troyes">["view"];
export type Player = View["players"][number];
export type Activity = View["activities"][number];
export type Event = View["queue"][number];
export type Building = View["buildings"][number];

export const COLOURS = ["red", "white", "yellow"] as const;

/** A piece of an owner, in a zone; `place` separates it from other pieces there. */
export interface Piece extends Lying {
  readonly kind: "citizen" | "cube" | "start";
  readonly colour: string;
  readonly place: number;
}

/** Equal dice of a district. */
export interface Die {
  readonly id: string;
  readonly colour: string;
  readonly value: number;
  readonly count: number;
}

/** An owner as in ids: `s0`, `neutral`. */
export function short(owner: string): string {
  return owner.replace("seat_", "s");
}

/** The colour of an owner. */
export function colourOf(view: View, owner: string): string {
  return view.players.find(({ seat }) => owner === `seat_${seat}`)?.colour ?? "neutral";
}

/** Every piece that moves. */
export function pieces(view: View): Piece[] {
  const of = (kind: Piece["kind"], owner: string, zone: string, place = 0): Piece => {
    return { kind, colour: colourOf(view, owner), group: `${short(owner)}.${kind}`, zone, place };
  };
  const start = view.first_seat === null ? [] : [of("start", "start", `s${view.first_seat}.start`)];
  return [...citizens(view, of), ...cubes(view, of), ...start];
}

type Maker = (kind: Piece["kind"], owner: string, zone: string, place?: number) => Piece;

/** Citizens in spaces, expelled, as tradesmen, and in supplies. */
function citizens(view: View, of: Maker): Piece[] {
  const standing = view.buildings.flatMap(({ spaces }) =>
    spaces.flatMap(({ id, citizen }) => (citizen ? [of("citizen", citizen, `space.${id}`)] : [])),
  );
  const lying = view.buildings.flatMap(({ id, lying: owners }) =>
    owners.map((owner, place) => of("citizen", owner, `building.${id}`, place)),
  );
  const trading = view.activities.flatMap((activity) => tradesmen(activity, of));
  const waiting = view.players.flatMap(({ seat, supply, reserve }) => [
    ...several(supply, (place) => of("citizen", `seat_${seat}`, `s${seat}.supply`, place)),
    ...several(reserve, (place) => of("citizen", `seat_${seat}`, `s${seat}.general`, place)),
  ]);
  const grey = several(view.neutral_supply, (place) => of("citizen", "neutral", "neutral.supply", place));
  return [...standing, ...lying, ...trading, ...waiting, ...grey];
}

function tradesmen({ colour, number, first, second, crowd }: Activity, of: Maker): Piece[] {
  const zone = `activity.${colour}_${number}`;
  const one = first ? [of("citizen", first, `${zone}.first`)] : [];
  const other = second ? [of("citizen", second, `${zone}.second`)] : [];
  return [...one, ...other, ...crowd.map((owner, place) => of("citizen", owner, zone, place))];
}

/** Cubes on events, in the cathedral, and stored on cards. */
function cubes(view: View, of: Maker): Piece[] {
  const marks = view.queue.flatMap((event, at) =>
    event.cubes.map((owner, place) => of("cube", owner, `target.${at}`, place)),
  );
  const built = view.cathedral.flatMap(({ id, cube }) => (cube ? [of("cube", cube, `plot.${id}`)] : []));
  const kept = view.activities.flatMap(({ colour, number, cubes: counts }) =>
    Object.entries(counts).flatMap(([owner, count]) =>
      several(count, (place) => of("cube", owner, `activity.${colour}_${number}`, place)),
    ),
  );
  return [...marks, ...built, ...kept];
}

function several<T>(count: number, make: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => make(place));
}

/** The dice of a district, with equal ones combined. */
export function diceOf(view: View, owner: string): Die[] {
  const all = view.districts.find((district) => district.owner === owner)?.dice ?? [];
  return [...new Set(all)].map((die) => {
    const [colour = "", value] = die.split(".");
    const count = all.filter((each) => each === die).length;
    return { id: `die.${owner}.${die}`, colour, value: Number(value), count };
  });
}

/** The number of citizens who have rolled dice for an owner this round: those in spaces, and those expelled since. */
export function rolling(view: View, owner: string): number {
  const standing = view.buildings.flatMap(({ spaces }) => spaces).filter(({ citizen }) => citizen === owner);
  return standing.length + view.buildings.filter(({ lying }) => lying.some((each) => each === owner)).length;
}

const OPENING = new Set(["act", "prepare", "counter_extra"]);
const CHOOSING = new Set(["group_die", "counter_with", "flip_die", "citizen_from"]);
const DICE = new Set(["group_die", "counter_with", "flip_die"]);

/** What the current seat is doing: its action, the cube used, and the dice it has chosen. */
export interface Turn {
  readonly action: string;
  readonly modifier: string;
  readonly dice: readonly string[];
  /** Whether it is still choosing, so that the dice stay in place. */
  readonly choosing: boolean;
  /** Whether the turn is in progress. */
  readonly going: boolean;
}

/** The turn in progress, or the last one. */
export function turnOf(game: Game<"troyes">): Turn {
  const steps = game.view.turn;
  const from = Math.max(
    0,
    steps.findLastIndex(({ kind }) => OPENING.has(kind)),
  );
  const later = steps.slice(from);
  const word = (kind: string): string => later.find((step) => step.kind === kind)?.word ?? "";
  const dice = later.filter(({ kind, word: die }) => DICE.has(kind) && die !== "done").map(({ word: die }) => die);
  const choosing = game.waiting.some(({ kind }) => CHOOSING.has(kind ?? ""));
  const going = game.waiting.some(({ kind }) => kind !== "act" && kind !== "prepare");
  return { action: word("act"), modifier: word("modify"), dice, choosing, going };
}

/** The ids of everything that is drawn. */
export function ids(view: View): Set<string> {
  const buildings = view.buildings.flatMap(({ id, spaces }) => [
    `building.${id}`,
    ...spaces.map((space) => `space.${space.id}`),
  ]);
  const activities = view.activities.flatMap(({ colour, number, card }) => {
    const zone = `activity.${colour}_${number}`;
    return [zone, `${zone}.first`, `${zone}.second`, ...(card ? [`card.${card}`] : [])];
  });
  const events = view.queue.map((_, at) => `target.${at}`);
  const dice = view.districts.flatMap(({ owner }) => diceOf(view, owner).map(({ id }) => id));
  const black = view.black_dice.map((value) => `foe.${value}`);
  const own = view.seat === null ? [] : [`s${view.seat}.supply`, `s${view.seat}.general`, "verb.flip", "verb.farm"];
  return new Set([...buildings, ...activities, ...events, ...dice, ...black, ...own, "cathedral"]);
}
