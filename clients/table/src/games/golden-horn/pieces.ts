import type { Game } from "@podesta/client";
import type { Lying } from "../../board/identity";

/** The view of Golden Horn, and parts of it. */
export type View = Game<"golden-horn">["view"];
export type Player = View["players"][number];
export type Ship = View["ships"][number];
export type Space = View["route"][number];

export const COLOURS = ["red", "yellow", "blue", "orange", "pink", "green"] as const;
export type Colour = (typeof COLOURS)[number];
export const PORTS = ["venice", "constantinople"] as const;
export type Port = (typeof PORTS)[number];

/** A good, in a port, on a ship or in a warehouse. */
export interface Good extends Lying {
  readonly colour: Colour;
}

type Counts = Readonly<Record<Colour, number>>;

/** Every visible good. */
export function goods({ ports, ships, players }: View): Good[] {
  const aboard = ships.flatMap((ship) => (ship.cargo ? several(ship.cargo, hold(ship), ship.goods) : []));
  return [
    ...ports.flatMap(({ id, goods: lying }) => counted(lying, `port.${id}`)),
    ...aboard,
    ...players.flatMap(({ seat, warehouse }) => (warehouse ? counted(warehouse, `s${seat}.warehouse`) : [])),
  ];
}

/** The zone of a ship's hold. */
export function hold({ id, seat }: Ship): string {
  return `s${seat}.hold_${id.split("_").at(-1)}`;
}

function counted(counts: Partial<Counts>, zone: string): Good[] {
  return COLOURS.flatMap((colour) => several(colour, zone, counts[colour] ?? 0));
}

function several(colour: Colour, zone: string, count: number): Good[] {
  return Array.from({ length: count }, () => ({ colour, zone, group: `good.${colour}` }));
}

/** The ships in a port or at Modone, in their order there. */
export function docked({ route }: View, space: string): readonly string[] {
  return route.find(({ id }) => id === space)?.ships ?? [];
}

/** The player's ships that are not placed yet. */
export function unplaced({ seat, ships }: View): Ship[] {
  return ships.filter((ship) => ship.seat === seat && !ship.space);
}

/** The colours of three sails; a ship with fewer colours repeats some. */
export function sails({ sails: colours }: Ship): Colour[] {
  const [first, second = first, third = second] = colours as Colour[];
  return [first, colours.length === 2 ? first : second, third].filter((colour) => colour !== undefined);
}

/** A ship in a port where it may be placed. */
export function berth(ship: string, port: Port): string {
  return `ship.${ship} as ${port}`;
}

/** The ids of everything that is drawn. */
export function ids({ route, ships }: View): Set<string> {
  const coloured = COLOURS.flatMap((colour) => [`good.${colour}`, `card.${colour}`]);
  return new Set([
    "ending.declare",
    ...route.map(({ id }) => `space.${id}`),
    ...ships.map(({ id }) => `ship.${id}`),
    ...coloured,
  ]);
}
