/** A share: how many of how many, and the bounds between which the true one lies. */
export type Share = readonly [count: number, of: number, low: number, high: number];
/** A mean of so many values, and its bounds. */
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

/** How often values lie in bars of a width, from bar `first` on. */
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

/** What is told of the games that a filter leaves. */
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

/** A file, and the games that it is about. */
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

/** The form of files that this page reads. */
const VERSION = 1;
const said = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="podesta-${name}"]`)?.content ?? "";

/** Whether the service has statistics: it says so in the page itself. */
export const there = said("statistics") !== "";

/** The index of what there is; nothing where there is none that this page can read. */
export async function index(): Promise<Index | undefined> {
  const found = there ? await read<Index>("index.json") : undefined;
  return found?.version === VERSION && found.rulesets.length ? found : undefined;
}

/** A file that the index names. */
export async function read<File>(file: string): Promise<File> {
  const answer = await fetch(`${said("service") || location.origin}/statistics/${file}`);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.json();
}
