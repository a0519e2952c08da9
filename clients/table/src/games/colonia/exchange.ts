import { CURRENCIES, type Player } from "./pieces";

/** What has been chosen of an exchange. */
export interface Exchange {
  readonly give: string | undefined;
  readonly get: string | undefined;
  /** How much was touched already. */
  readonly amount: number;
  /** How much can be exchanged, at most. */
  readonly most: number;
}

/** The most that is exchanged at once. */
const MOST = 5;

/** A currency that is given, or that is got for it. */
export function role(currency: string, as: "give" | "get"): string {
  return `currency.${currency} as ${as}`;
}

/** What the touches say of an exchange. */
export function exchange(touched: readonly string[], player: Player): Exchange {
  const give = CURRENCIES.find((currency) => touched.includes(role(currency, "give")));
  const get = CURRENCIES.find((currency) => touched.includes(role(currency, "get")));
  const amount = give ? touched.filter((id) => id === role(give, "give")).length : 0;
  return { give, get, amount, most: give && get ? Math.min(MOST, player.money?.[give] ?? 0) : 0 };
}

/** What is touched for an amount: both currencies so often, and that it is all, where more could be exchanged. */
export function touchesFor({ give, get, amount, most }: Exchange, wanted: number): string[] {
  if (!give || !get) return [];
  const more = Array.from({ length: wanted - amount }, () => role(give, "give"));
  const same = Array.from({ length: wanted - 1 }, () => role(get, "get"));
  return [...more, ...same, ...(wanted < most ? ["!all"] : [])];
}
