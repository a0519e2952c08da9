import type { Language } from "@podesta/client";
import { language } from "../../store/service";

/** Names for the parts of a ruleset's view, by language. */
export type FieldTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

const KNOWN: Readonly<Record<string, () => Promise<{ fields: FieldTexts }>>> = {
  colonia: () => import("../../games/colonia/fields"),
  "golden-horn": () => import("../../games/golden-horn/fields"),
  "pillars-of-the-earth": () => import("../../games/pillars-of-the-earth/fields"),
  troyes: () => import("../../games/troyes/fields"),
};

/** What is told elsewhere on the page, or by the heading of its part. */
const ELSEWHERE = new Set(["edition", "round", "week", "phase", "start_seat", "seat", "id", "players"]);

/** Names the parts of a view. A part without a name is not shown; one that nobody has named is called as it is. */
export type Naming = (field: string) => string;

let names: Readonly<Record<string, string>> = {};

/** Load the names of a ruleset's parts, before its board is drawn. */
export async function prepare(ruleset: string): Promise<void> {
  names = (await KNOWN[ruleset]?.())?.fields[language] ?? {};
}

/** Names the parts of the ruleset that was prepared. */
export const naming: Naming = (field) => names[field] ?? field.replaceAll("_", " ");

/** Whether a part of the whole table has its own place. */
export function isApart(field: string): boolean {
  return ELSEWHERE.has(field);
}
