/** A share: a count of a total, with the bounds of its confidence interval. */
export type Share = readonly [count: number, of: number, low: number, high: number];
/** A mean of `of` values, with its bounds. */
export type Mean = readonly [mean: number, of: number, low: number, high: number];

export interface Example {
  readonly game: string;
  readonly revision: number;
}

export interface Place {
  readonly seats: number;
  readonly place: number;
  readonly won: Share;
}

/** A histogram: the counts of bars of a width, starting with bar `first`. */
export interface Bars {
  readonly width: number;
  readonly first: number;
  readonly counts: readonly number[];
  readonly mean: Mean | null;
}

export interface Choice {
  readonly thing: number;
  readonly chosen: Share;
  readonly won: Share;
  readonly example?: Example;
}

export interface Stage {
  readonly first: number;
  readonly last: number | null;
  readonly choices: readonly Choice[];
}

export interface Opening {
  readonly thing: number;
  readonly share: Share;
  readonly won: Share;
  readonly example?: Example;
  readonly then?: readonly Opening[];
}

/** The statistics of the games that match a filter. */
export interface Results {
  readonly games: number;
  readonly places: readonly Place[];
  readonly rounds: readonly (readonly [rounds: number, games: number])[];
  readonly answers: Bars;
  readonly scores: Bars;
  readonly subjects: Readonly<Record<string, readonly Stage[]>>;
  readonly openings: readonly Opening[];
  readonly things: readonly (readonly [subject: string, vocabulary: string, word: string])[];
}

/** A file, and the games that it covers. */
export interface Filtered {
  readonly seats: number;
  readonly who: string;
  readonly variant: number | null;
  readonly games: number;
  readonly file: string;
}

export interface Told {
  readonly ruleset: string;
  readonly rules: string;
  readonly games: number;
  readonly variants: readonly Readonly<Record<string, unknown>>[];
  readonly files: readonly Filtered[];
}

export interface Index {
  readonly version: number;
  readonly made: string;
  readonly fewest: number;
  readonly rulesets: readonly Told[];
}

/** The version of files that this page reads. */
const VERSION = 1;
const said = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="podesta-${name}"]`)?.content ?? "";

/** Whether the service has statistics, which it announces in the page itself. */
export const there = said("statistics") !== "";

/** The index of the statistics; undefined if there is none that this page can read. */
export async function index(): Promise<Index | undefined> {
  const found = there ? await read<Index>("index.json") : undefined;
  return found?.version === VERSION && found.rulesets.length ? found : undefined;
}

/** Fetches a file named in the index. */
export async function read<File>(file: string): Promise<File> {
  const answer = await fetch(`${said("service") || location.origin}/statistics/${file}`);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.json();
}
