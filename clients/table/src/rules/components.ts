import type { Catalogue } from "@podesta/client";
import { ruleText } from "../store/words";

/** A card or component: its name, effect and rules. */
export interface Entry {
  readonly word: string;
  readonly label: string;
  readonly text: string;
  readonly rules: readonly string[];
  /** The number of identical ones. */
  readonly count: number;
}

/** A rule: its number, its title and its text. */
export interface Rule {
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

/** Components of a kind. */
export interface Group {
  readonly vocabulary: string;
  readonly entries: readonly Entry[];
}

interface Word {
  readonly word: string;
  readonly label: string;
  readonly text?: string;
  readonly rules?: readonly string[];
}

/** All components of a ruleset that have an effect, by kind. */
export function components(catalogue: Catalogue): Group[] {
  const all = Object.entries(catalogue.vocabularies as Record<string, readonly Word[]>);
  const groups = all.map(([vocabulary, words]) => ({
    vocabulary,
    entries: counted(words.flatMap((word) => entry(word) ?? [])),
  }));
  return groups.filter(({ entries }) => entries.length);
}

function entry({ word, label, text, rules = [] }: Word): Entry | undefined {
  return text ? { word, label: label.replace(/\{\w+\}/g, "…"), text, rules, count: 1 } : undefined;
}

/** Combines identical entries. */
function counted(entries: readonly Entry[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const each of entries) {
    const key = JSON.stringify([each.label, each.text, each.rules]);
    const first = found.get(key);
    found.set(key, first ? { ...first, count: first.count + 1 } : each);
  }
  return [...found.values()];
}

/** The groups, reduced to the entries that match a search. */
export function searched(groups: readonly Group[], wanted: string): Group[] {
  const fits = ({ label, text }: Entry): boolean => matches(`${label} ${text}`, wanted);
  return groups
    .map(({ vocabulary, entries }) => ({ vocabulary, entries: entries.filter(fits) }))
    .filter(({ entries }) => entries.length);
}

/** Whether a text contains every word of a search, ignoring case and accents. */
export function matches(text: string, wanted: string): boolean {
  const plain = (each: string): string => each.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain(wanted)
    .split(/\s+/)
    .every((word) => plain(text).includes(word));
}

/** The rules of a ruleset by number, in the form that players read, reduced to those that match a search. */
export function rulesOf(catalogue: Catalogue, wanted: string): Rule[] {
  const all = Object.keys(catalogue.rules).map((number) => rule(catalogue, number));
  return all.filter(({ title, text }) => matches(title + text, wanted));
}

function rule(catalogue: Catalogue, number: string): Rule {
  const text = ruleText(catalogue, number);
  const lead = /^\*\*(.+?)\*\*/s.exec(catalogue.rules[number] ?? "")?.[1]?.replace(/\s+/g, " ") ?? "";
  const title = text.startsWith(lead) ? lead : "";
  return { number, title, text: text.slice(title.length) };
}
