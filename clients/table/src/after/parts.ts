import type { Game } from "@podesta/client";

type Standing = NonNullable<Game["result"]>["standings"][number];
type Named = { readonly word: string; readonly label: string };

/** The part that is the sum of the parts before it; the parts after it break ties. */
const TOTAL = "total";
/** Parts that are counts of things; their points are another part. */
const COUNTED = /^sets_of_/;

/** The value of a part in a standing. */
export function partOf({ parts }: Standing, word: string): number {
  return (parts as Readonly<Record<string, number>>)[word] ?? 0;
}

/** Whether a part is a count of things rather than points. */
export function isCounted({ word }: Pick<Named, "word">): boolean {
  return COUNTED.test(word);
}

/** The parts that add up to the score in every standing; empty if they do not. */
export function made(parts: readonly Named[], standings: readonly Standing[]): readonly Named[] {
  const total = parts.findIndex(({ word }) => word === TOTAL);
  const found = parts.slice(0, Math.max(0, total)).filter(({ word }) => standings.some((each) => partOf(each, word)));
  const points = found.filter((each) => !isCounted(each));
  const sum = (of: Standing): number => points.reduce((all, { word }) => all + partOf(of, word), 0);
  return standings.every((each) => sum(each) === each.score) ? found : [];
}
