import type { Target, Targeted } from "../store/answering/narrowing";

/** A thing that answers take an amount of, and the largest amount that any answer takes. */
export interface Amount {
  readonly id: string;
  readonly most: number;
}

/** The id of passing, which may be offered together with any amount. */
const NOTHING = "!pass";

/**
 * The amounts that the answers of a question consist of; empty if no two answers differ in amounts alone. Two cards
 * that move one ship, while one card moves another, are not amounts.
 */
export function amountsOf(options: readonly Targeted[]): Amount[] {
  const targets = options.flatMap((option) => option.targets ?? []).filter(({ id }) => id !== NOTHING);
  if (targets.some(({ role }) => role) || !differInAmounts(options)) return [];
  const ids = [...new Set(targets.map(({ id }) => id))];
  return ids.map((id) => ({
    id,
    most: Math.max(...targets.filter((each) => each.id === id).map(({ times = 1 }) => times)),
  }));
}

function differInAmounts(options: readonly Targeted[]): boolean {
  const kinds = options.map(({ targets = [] }) =>
    targets
      .map(({ id }) => id)
      .sort()
      .join(" "),
  );
  return new Set(kinds).size < kinds.length;
}

/** How often a thing was touched. */
export function taken(touched: readonly Target[], id: string): number {
  return touched.filter((each) => each.id === id).length;
}
