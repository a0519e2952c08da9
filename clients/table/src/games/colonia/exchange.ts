import { CURRENCIES, type Player } from "./pieces";

/** The choices made so far in an exchange. */
export interface Exchange {
  readonly give: string | undefined;
  readonly get: string | undefined;
  /** The amount touched so far. */
  readonly amount: number;
  /** The most that can be exchanged. */
  readonly most: number;
}

/** The most that can be exchanged at once. */
const MOST = 5;

/** A currency in the role given or received. */
export function role(currency: string, as: "give" | "get"): string {
  return `currency.${currency} as ${as}`;
}

/** Reads the state of an exchange from the touches. */
export function exchange(touched: readonly string[], player: Player): Exchange {
  const give = CURRENCIES.find((currency) => touched.includes(role(currency, "give")));
  const get = CURRENCIES.find((currency) => touched.includes(role(currency, "get")));
  const amount = give ? touched.filter((id) => id === role(give, "give")).length : 0;
  return { give, get, amount, most: give && get ? Math.min(MOST, player.money?.[give] ?? 0) : 0 };
}

/** The remaining touches for an amount: each currency that often, and `!all` if more could be exchanged. */
export function touchesFor({ give, get, amount, most }: Exchange, wanted: number): string[] {
  if (!give || !get) return [];
  const more = Array.from({ length: wanted - amount }, () => role(give, "give"));
  const same = Array.from({ length: wanted - 1 }, () => role(get, "get"));
  return [...more, ...same, ...(wanted < most ? ["!all"] : [])];
}
