import type { Game } from "@podesta/client";

type Standing = NonNullable<Game["result"]>["standings"][number];
type Named = { readonly word: string; readonly label: string };

/** The part that the parts before it add up to; those after it break ties. */
const TOTAL = "total";
/** Parts that say how many of something there are; what these are worth is another part. */
const COUNTED = /^sets_of_/;

/** What a standing has of a part. */
export function partOf({ parts }: Standing, word: string): number {
  return (parts as Readonly<Record<string, number>>)[word] ?? 0;
}

/** Whether a part is a number of things and no points. */
export function isCounted({ word }: Pick<Named, "word">): boolean {
  return COUNTED.test(word);
}

/** How the points came about: the parts that add up to every score; none where they do not. */
export function made(parts: readonly Named[], standings: readonly Standing[]): readonly Named[] {
  const total = parts.findIndex(({ word }) => word === TOTAL);
  const found = parts.slice(0, Math.max(0, total)).filter(({ word }) => standings.some((each) => partOf(each, word)));
  const points = found.filter((each) => !isCounted(each));
  const sum = (of: Standing): number => points.reduce((all, { word }) => all + partOf(of, word), 0);
  return standings.every((each) => sum(each) === each.score) ? found : [];
}
