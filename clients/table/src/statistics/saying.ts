import type { Catalogue } from "@podesta/client";
import { choices } from "../store/options";
import { Words } from "../store/words";
import { texts } from "../texts";
import { language, textsOf } from "../texts/files";
import { wordOf } from "../texts/message";
import type { Texts } from "../texts/types";
import type { Results, Share, Stage } from "./asking";

/** The texts of the statistics page. */
export let said: Texts["statistics"];

/** Resolves when they are loaded. */
export const spoken: Promise<void> = textsOf("statistics").then((found) => {
  said = found;
});

const PERCENT = new Intl.NumberFormat(language, { style: "percent" });
const WHOLE = new Intl.NumberFormat(language);
const TENTHS = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

export const percent = (share: number): string => PERCENT.format(share);
export const whole = (number: number): string => WHOLE.format(number);
export const tenths = (number: number): string => TENTHS.format(number);

/** A share without its bounds; 0 if the total is 0. */
export const shareOf = ([count, of]: Share): number => (of ? count / of : 0);

/** Formats bounds, such as `28–34 %`. */
export function bounds([, , low, high]: Share): string {
  return said.between({
    low: PERCENT.formatToParts(low).find(({ type }) => type === "integer")?.value ?? "",
    high: percent(high),
  });
}

/** Formats a share with its bounds as a sentence. */
export function span(share: Share): string {
  return said.span({ share: percent(shareOf(share)), low: percent(share[2]), high: percent(share[3]) });
}

/** Describes who played, for a filter. */
export function whoever(who: string): string {
  const known: Readonly<Record<string, string>> = { all: said.everybody, bots: said.bots, people: said.people };
  return known[who] ?? said.bot({ level: wordOf(texts.levels, who) || who });
}

/** Describes the rounds of a stage. */
export function rounds(ruleset: string, { first, last }: Pick<Stage, "first" | "last">): string {
  if (!first) return said.wholeGame;
  if (last === null) return said.roundsFrom({ ruleset, first });
  return last > first ? said.roundsTo({ ruleset, first, last }) : said.round({ ruleset, round: first });
}

/** Describes a variant by the options that it changes, in the catalogue's words. */
export function variant(changed: Readonly<Record<string, unknown>>, catalogue: Catalogue): string {
  const known = new Map(choices(catalogue).map((each) => [each.name, each]));
  const parts = Object.entries(changed).map(([name, value]) => {
    const rule = (known.get(name)?.description ?? "").replace(/\.$/, "");
    if (value === true) return said.with({ rule });
    return value === false ? said.without({ rule }) : said.set({ rule, value: String(value) });
  });
  return parts.join("; ") || said.usualRules;
}

/** Returns a function that names things in the game's words. */
export function namer(catalogue: Catalogue, { things }: Results): (thing: number) => string {
  const words = new Words(catalogue, []);
  return (thing) => {
    const [, vocabulary = "", word = ""] = things[thing] ?? [];
    const label = words.label(vocabulary, word);
    return label.charAt(0).toLocaleUpperCase(language) + label.slice(1);
  };
}
