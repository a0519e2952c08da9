import type { Game } from "@podesta/client";
import type { Lying } from "../../board/identity";

/** The view of The Pillars of the Earth, and of one of its seats. */
export type View = Game<"pillars-of-the-earth">["view"];
export type Player = View["players"][number];

export const KINDS = ["sand", "wood", "stone", "metal"] as const;
/** The places of resource cards in the order of their steps, and the numbers of cubes on their cards. */
export const SITES = ["forest", "quarry", "gravel_pit"] as const;
export const CUBES = [2, 3, 4] as const;

/** A piece of a seat, in a zone; `place` separates it from other pieces there. */
export interface Piece extends Lying {
  readonly kind: "builder" | "start";
  readonly colour: string;
  readonly place: number;
}

/** Every piece that moves: builders, and the start player's marker. */
export function pieces(view: View): Piece[] {
  const { start_seat: start } = view;
  const marked =
    start === null ? [] : [{ kind: "start", colour: "", group: "start", zone: `s${start}.start`, place: 0 } as const];
  return [...numbered(view.players.flatMap((player) => builders(player, view))), ...marked];
}

function builders({ seat, colour, builders_in_bag, builders_aside }: Player, view: View): Piece[] {
  const on = view.spaces.filter((space) => space.seat === seat).map(({ id }) => `space.${id}`);
  const passed = view.wheel.filter((each) => each.seat === seat).map(({ cost }) => `wheel_${cost}`);
  const drawn = view.drawn_builder === seat ? ["drawn"] : [];
  const rest = [...Array<string>(builders_in_bag).fill("bag"), ...Array<string>(builders_aside).fill("aside")];
  const zones = [...on, ...passed, ...drawn, ...rest];
  return zones.map((zone) => ({ kind: "builder", colour, group: `s${seat}.builder`, zone, place: 0 }));
}

/** Numbers the pieces within each zone. */
function numbered(all: readonly Piece[]): Piece[] {
  const counts = new Map<string, number>();
  return all.map((piece) => {
    const place = counts.get(piece.zone) ?? 0;
    counts.set(piece.zone, place + 1);
    return { ...piece, place };
  });
}

/** The player who has taken a resource card this round. */
export function taker(view: View, card: string): Player | undefined {
  return view.players.find(({ resource_cards }) => resource_cards.some((each) => each === card));
}

/** The ids of everything drawn that can be touched. */
export function ids(view: View): Set<string> {
  const spaces = view.spaces.map(({ id }) => `space.${id}`);
  const offered = [
    ...Object.keys(view.supply.resource_cards).map((card) => `resource_card.${card}`),
    ...Object.keys(view.supply.craftsmen).map((card) => `craftsman.${card}`),
  ];
  const own = view.players.find(({ seat }) => seat === view.seat);
  const cards = [
    ...(own?.craftsmen ?? []).map(({ id }) => `craftsman.${id}`),
    ...(own?.privileges ?? []).map((card) => `privilege.${card}`),
  ];
  const market = Object.keys(view.market_stock).map((kind) => `market_${kind}`);
  const cubes = own ? KINDS.map((kind) => `s${own.seat}.${kind}`) : [];
  const event = view.event ? [`event.${view.event}`] : [];
  return new Set([...spaces, ...offered, ...cards, ...market, ...cubes, ...event, "bag"]);
}
