import { textsOf } from "../texts/files";
import { GUIDES, type Guide, type Step } from "./steps";

/** The steps of a first game, each with its text. */
export type Told = readonly (Step & { readonly said: string })[];

/** What is explained in a first game of a ruleset; nothing where there is no guide to it. */
export async function guideOf(ruleset: string): Promise<Told> {
  if (!has(ruleset)) return [];
  const said: Readonly<Record<string, string>> = (await textsOf("guides"))[ruleset];
  const steps: Guide = GUIDES[ruleset];
  return steps.map((step) => ({ ...step, said: said[step.text] ?? "" }));
}

function has(ruleset: string): ruleset is keyof typeof GUIDES {
  return ruleset in GUIDES;
}

/** The step that a moment calls for: of those that were not shown, one of the beginning, else that of the question. */
export function due<One extends Step>(
  guide: readonly One[],
  shown: ReadonlySet<One>,
  asked: string | undefined,
): One | undefined {
  const left = guide.filter((step) => !shown.has(step));
  return left.find(({ at }) => !at) ?? left.find(({ at }) => at === asked);
}
