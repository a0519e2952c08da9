import type { Game } from "@podesta/client";
import type { Lying } from "../../board/identity";

/** The view of Colonia, and parts of it. */
export type View = Game<"colonia">["view"];
export type Player = View["players"][number];
export type Ship = View["harbour"][number];
export type Hold = Ship["holds"][number];
export type Relic = View["relics"][number];
export type Stall = View["stalls"][number];

export const STREETS = ["tue", "wed", "thu", "fri"] as const;
export const RESOURCES = ["leather", "iron", "wood", "linen", "fur"] as const;
export const GOODS = ["saddle", "wheel", "painting", "clothes", "shoes"] as const;
export const CURRENCIES = ["mark", "gulden", "pound", "grivna"] as const;
/** The values of family cards, and the spaces of a craftsman and of the display. */
export const VALUES = [3, 4, 5, 6, 7, 8];
export const [CONTRACTS, REGULAR, DISPLAY] = [8, 10, 12];

/** The city of each currency. */
export const CITY_OF: Readonly<Record<string, string>> = {
  mark: "bergen",
  gulden: "bruges",
  pound: "london",
  grivna: "novgorod",
};

/** The weekday of a phase, from 1 for Monday; 0 before and after the game. */
export function dayOf({ phase, ordinances, ordinance }: View): number {
  const voted = ordinances.find(({ id }) => id === ordinance)?.day ?? 0;
  return { monday: 1, council: 2, voting: voted, ordinance: voted, ...DAYS }[phase as string] ?? 0;
}

const DAYS = { market: 3, contracts: 4, serving: 4, loading: 5, sailing: 6, buying: 7, safeguarding: 7 };

/** A family member, in a zone. */
export interface Member extends Lying {
  readonly colour: string;
  readonly seat: number;
}

/** Every family member: at home, in the streets, on stalls, contracts, holds and relics. */
export function members(view: View): Member[] {
  const of = (seat: number | null, zone: string, count = 1): Member[] => {
    const player = view.players.find((each) => each.seat === seat);
    if (!player) return [];
    const { colour } = player;
    return Array.from({ length: count }, () => ({ colour, zone, seat: player.seat, group: `s${player.seat}.member` }));
  };
  return [
    ...view.players.flatMap(({ seat, home, town_hall, streets }) => [
      ...of(seat, `s${seat}.home`, home),
      ...of(seat, "town_hall", town_hall),
      ...STREETS.flatMap((street) => of(seat, `street.${street}`, streets[street] ?? 0)),
    ]),
    ...view.stalls.flatMap(({ id, seat, members }) => of(seat, `stall.${id}`, members)),
    ...view.craftsmen.flatMap(({ id, contracts }) =>
      contracts.flatMap(({ seat, members }, space) => of(seat, `${id}_${space + 1}`, members)),
    ),
    ...view.harbour.flatMap(({ berth, holds }) => holds.flatMap((hold) => of(hold.seat, `hold.${berth}_${hold.id}`))),
    ...view.relics.flatMap(({ id, guard_seat }) => of(guard_seat, `relic.${id}`)),
  ];
}

/** A player's relics, where visible, except those in shrines. */
export function owned({ relics, shrines }: Player): readonly Relic[] {
  const inside = new Set(shrines.map(({ relic }) => relic));
  return (relics ?? []).filter(({ id }) => !inside.has(id));
}

/** The ids of everything that is drawn. */
export function ids(view: View): Set<string> {
  const own = view.players.find(({ seat }) => seat === view.seat);
  return new Set([
    ...GOODS.map((good) => `good.${good}`),
    ...CURRENCIES.map((currency) => `currency.${currency}`),
    ...(own?.cards ?? []).map((value) => `family_card.${value}`),
    ...["choice.yes", "choice.no", ...STREETS.map((street) => `street.${street}`)],
    ...view.stalls.map(({ id }) => `stall.${id}`),
    ...view.craftsmen.map(({ id }) => `craftsman.${id}`),
    ...view.harbour.flatMap(({ berth, holds }) => holds.map(({ id }) => `hold.${berth}_${id}`)),
    ...[...view.relics, ...(own?.relics ?? [])].map(({ id }) => `relic.${id}`),
  ]);
}
