import type { Catalogue } from "./types.js";

/** The language of a client that names none. */
export const LANGUAGE = "en";

/**
 * Fill in a text of the catalogue: `{seat}` is the name of the seat that it is about, `{seat_0}`, `{seat_1}` and so on
 * are the names of these seats, and other words in braces come from `args`. Unknown ones stay.
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

/** The label of a word: `label("port", "venice")`. A word missing from the catalogue is its own label. */
export type Label = (vocabulary: string, word: string) => string;

/** Return a function that looks up words in the vocabularies of a catalogue, in the language of its client. */
export function labels(catalogue: Pick<Catalogue, "vocabularies">): Label {
  const index = Object.entries(catalogue.vocabularies).map(
    ([vocabulary, words]) => [vocabulary, new Map(words.map(({ word, label }) => [word, label]))] as const,
  );
  const found = new Map(index);
  return (vocabulary, word) => found.get(vocabulary)?.get(word) ?? word;
}
