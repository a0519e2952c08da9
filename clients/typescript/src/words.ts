import type { Catalogue } from "./types.js";

/** The language of a client that names none. */
export const LANGUAGE = "en";

/**
 * A text of the catalogue with the players' names in it: `{seat}` is the seat that it is about, `{seat_0}`, `{seat_1}`
 * and so on are the seats of these numbers. Other words in braces are taken from `args`; what is not known stays.
 */
export function named(
  text: string,
  seats: readonly { readonly seat: number; readonly name: string }[],
  about?: number | null,
  args: Readonly<Record<string, string>> = {},
): string {
  return text.replace(/\{(\w+)\}/g, (marker, word: string) => {
    const number = word === "seat" ? about : /^seat_(\d+)$/.exec(word)?.[1];
    const seat = number == null ? undefined : seats.find((each) => each.seat === Number(number));
    return seat?.name ?? args[word] ?? marker;
  });
}

/** The label of a word: `label("port", "venice")`. A word that the catalogue does not have is its own label. */
export type Label = (vocabulary: string, word: string) => string;

/** Looks words up in the vocabularies of a catalogue, which has them in the language of its client. */
export function labels(catalogue: Pick<Catalogue, "vocabularies">): Label {
  const index = Object.entries(catalogue.vocabularies).map(
    ([vocabulary, words]) => [vocabulary, new Map(words.map(({ word, label }) => [word, label]))] as const,
  );
  const found = new Map(index);
  return (vocabulary, word) => found.get(vocabulary)?.get(word) ?? word;
}
