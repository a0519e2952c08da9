import type { Language } from "@podesta/client";
import { language } from "../store/service";

/** One thing that a first game explains. */
export interface Step {
  /** The kind of question with which it comes up; empty: at the beginning. */
  readonly at: string;
  /** What it is about on the board: ids, or beginnings of ids. */
  readonly look: readonly string[];
  readonly text: Readonly<Record<Language, string>>;
}

/** The steps of a ruleset, in the order in which a game brings them up. */
export type Guide = readonly Step[];

const GUIDES: Readonly<Record<string, () => Promise<{ guide: Guide }>>> = {
  colonia: () => import("./colonia.steps"),
  "golden-horn": () => import("./golden-horn.steps"),
  "notre-dame": () => import("./notre-dame.steps"),
  "pillars-of-the-earth": () => import("./pillars-of-the-earth.steps"),
  troyes: () => import("./troyes.steps"),
};

/** What is explained in a first game of a ruleset; nothing where nobody has written it. */
export async function guideOf(ruleset: string): Promise<Guide> {
  return (await GUIDES[ruleset]?.())?.guide ?? [];
}

/** The step that a moment calls for: of those that were not shown, one of the beginning, else that of the question. */
export function due(guide: Guide, shown: ReadonlySet<Step>, asked: string | undefined): Step | undefined {
  const left = guide.filter((step) => !shown.has(step));
  return left.find(({ at }) => !at) ?? left.find(({ at }) => at === asked);
}

/** What a step says in the language of the page. */
export function said({ text }: Step): string {
  return text[language];
}
