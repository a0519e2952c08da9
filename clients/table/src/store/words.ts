import { type Catalogue, labels, named } from "@podesta/client";
import type { Agreeing } from "../texts/message";

type Seats = readonly { readonly seat: number; readonly name: string }[];

/** The description of a thing: its name, what it does, and the numbers of its rules. */
export interface About {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly rules: readonly string[];
}

/** The text of a rule for people, without markup; its tables are among the components. */
export function ruleText({ rules }: Pick<Catalogue, "rules">, number: string): string {
  const text = rules[number] ?? "";
  return text
    .replaceAll("**", "")
    .replace(/\|.*\|/gs, "")
    .replace(/\s*`?\[[^\]]*\]`?/g, "")
    .replace(/\s+/g, " ");
}

/** The page of a catalogue's rules; older versions have pages of their own. */
export function rulesPage({ summary }: Pick<Catalogue, "summary">, rule = ""): string {
  const { ruleset, rules, versions } = summary;
  return `/#rules/${rules === versions.at(-1) ? ruleset : rules.replace("/", "@")}${rule && `/${rule}`}`;
}

/** Formats milliseconds as clocks do: minutes and seconds, and hours if there are any. */
export function clockFace(time: number): string {
  const seconds = Math.max(0, Math.ceil(time / 1000));
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(2, "0");
  return `${seconds >= 3600 ? `${Math.floor(seconds / 3600)}:` : ""}${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The words of a ruleset in the page's language. */
export class Words {
  readonly #label: ReturnType<typeof labels>;
  readonly catalogue: Catalogue;
  readonly seats: Seats;

  constructor(catalogue: Catalogue, seats: Seats) {
    this.catalogue = catalogue;
    this.seats = seats;
    this.#label = labels(catalogue);
  }

  /** The label of a word, with the players' names filled in. */
  label(vocabulary: string, word: string): string {
    return named(this.#label(vocabulary, word), this.seats);
  }

  /** A word with the forms that a message needs for agreement, such as a colour. */
  word(vocabulary: string, word: string): Agreeing {
    return this.#entry(vocabulary, word) ?? { label: word };
  }

  /** A number of things, in the form that the games' own sentences use: 1 mark, 6 marks. */
  counted(vocabulary: string, word: string, count: number): string {
    const { label, forms = [label] } = this.word(vocabulary, word);
    return `${count} ${count === 1 ? forms[0] : forms.at(-1)}`;
  }

  /** Several things, with equal ones counted: 2 wheels, 1 painting. */
  counts(vocabulary: string, all: readonly string[]): string {
    const count = (word: string): number => all.filter((each) => each === word).length;
    return [...new Set(all)].map((word) => this.counted(vocabulary, word, count(word))).join(", ");
  }

  seat(seat: number): string {
    return this.seats[seat]?.name ?? String(seat + 1);
  }

  /**
   * The catalogue's description of a thing on the board: `person.fool`, `s0.hospital`, `supply`. More ids may follow,
   * separated by spaces, for things that it belongs to: their text and rules are used if the thing has none.
   */
  about(ids: string): About {
    const all = ids.split(" ").map((id) => this.#about(id));
    const told = all.find(({ text, rules }) => text || rules.length) ?? all[0];
    return { ...(all[0] as About), text: told?.text ?? "", rules: told?.rules ?? [] };
  }

  /** The name of a thing as shown to the player of a seat: the player's own things omit the player's name. */
  mine(id: string, seat: number | null): string {
    const { name } = this.about(id);
    return id.startsWith(`s${seat}.`) ? name.slice(0, name.lastIndexOf(" · ")) : name;
  }

  #about(id: string): About {
    const [first = "", ...rest] = id.split(".");
    const owner = /^s(\d+)$/.exec(first)?.[1];
    const word = rest.join(".");
    const found =
      (owner === undefined ? this.#entry(first, word) : this.#anywhere(word)) ?? this.#anywhere(rest.at(-1) ?? first);
    const label = found?.label ?? this.#made(rest.at(-1) ?? first) ?? (word || first).replaceAll(/[._]/g, " ");
    const name = named(label, this.seats);
    const of = owner === undefined ? "" : ` · ${this.seat(Number(owner))}`;
    return { id, name: name + of, text: found?.text ?? "", rules: found?.rules ?? [] };
  }

  /** Every word that can answer a kind of question, legal now or not. */
  answersOf(kind: string): { word: string; label: string }[] {
    const vocabulary = this.catalogue.kinds.find((each) => each.kind === kind)?.vocabulary ?? "";
    return (this.#vocabulary(vocabulary) ?? []).map(({ word, label }) => ({ word, label: named(label, this.seats) }));
  }

  /** The text of a rule for people. */
  rule(number: string): string {
    return ruleText(this.catalogue, number);
  }

  /** The beginning of a rule: its name and first sentence. */
  beginning(number: string): string {
    return this.rule(number)
      .split(/(?<=[.:])\s/, 2)
      .join(" ");
  }

  /** The label of an id made of two words, such as `market_sand`, or the end of one: `friend` of `trusted_friend`. */
  #made(id: string): string | undefined {
    const [place, thing] = id.split("_").map((each) => this.#anywhere(each)?.label);
    if (place && thing) return `${thing} (${place})`;
    const all = Object.values(this.catalogue.vocabularies as Record<string, readonly Entry[]>).flat();
    return all.find(({ word }) => word.endsWith(`_${id}`))?.label;
  }

  #entry(vocabulary: string, word: string): Entry | undefined {
    return this.#vocabulary(vocabulary)?.find((each) => each.word === word);
  }

  #anywhere(word: string): Entry | undefined {
    const found = Object.keys(this.catalogue.vocabularies).flatMap((name) => this.#entry(name, word) ?? []);
    return found.find((entry) => entry.text) ?? found[0];
  }

  #vocabulary(name: string): readonly Entry[] | undefined {
    return (this.catalogue.vocabularies as Record<string, readonly Entry[]>)[name];
  }
}

interface Entry extends Agreeing {
  readonly word: string;
  readonly text?: string;
  readonly rules?: readonly string[];
}
