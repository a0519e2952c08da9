import type { Game } from "@podesta/client";
import { getContext, setContext } from "svelte";
import { present, resolved, type Schema } from "../../store/options";
import type { Words } from "../../store/words";

/** A small item in a place: a word, a number, or several equal things. */
export interface Token {
  /** The id of an entry in the catalogue, such as `good.wheel`; empty for plain numbers. */
  readonly id: string;
  readonly text: string;
  readonly count: number;
  /** The seat that it refers to, if any. */
  readonly seat?: number;
  /** The colour that it names, if any, which is drawn next to the name. */
  readonly colour?: string;
}

/** A part of something: its name and contents. */
export interface Line {
  readonly name: string;
  readonly tokens: readonly Token[];
  readonly cards: readonly Card[];
}

/** Something with parts: a ship, a building, a seat. */
export interface Card {
  readonly id: string;
  readonly title: string;
  readonly seat: number | undefined;
  readonly lines: readonly Line[];
}

/** A whole table: the common lines, and each seat. */
export interface Sheet {
  readonly lines: readonly Line[];
  readonly seats: readonly Card[];
}

const SEATS = /(^|_)seat$|^(order|in_loop|event_seen_by|drawn_builder)$/;
/** Numbers that are shown even where they are 0. */
const TOLD = /cost|value|wage/;
const COLOURS = /^(red|yellow|blue|green|orange|pink|purple|white|natural|violet)/;
const HEADS = ["id", "event", "owner"];

/** Fields shown elsewhere on the page, or by the heading of their part. */
const ELSEWHERE = new Set(["edition", "round", "week", "phase", "start_seat", "seat", "id", "players"]);

/** Reads any ruleset's view by its schema, so that it can be drawn without knowledge of the game. */
export class Reader {
  readonly #root: Schema;
  readonly #words: Words;

  constructor(words: Words) {
    this.#root = words.catalogue.view as Schema;
    this.#words = words;
  }

  sheet({ view }: Game): Sheet {
    const { properties = {} } = resolved(this.#root, this.#root);
    const lines = this.#lines(view, properties).filter(filled);
    const player = properties.players?.items ?? {};
    const seats = view.players.map((each) => this.#card(each as object as Fields, player, each.seat));
    return { lines, seats };
  }

  #lines(value: object, properties: Readonly<Record<string, Schema>>): Line[] {
    const parts = Object.entries(value).filter(([field]) => !ELSEWHERE.has(field));
    return parts.flatMap(([field, each]) => this.#line(field, each, properties[field] ?? {}) ?? []);
  }

  /** A part with its contents; undefined if it is empty. */
  #line(field: string, value: unknown, schema: Schema): Line | undefined {
    const form = resolved(present(resolved(schema, this.#root)), this.#root);
    const name = naming(field);
    if (value === null || value === false) return undefined;
    if (form.properties) return { name, tokens: [], cards: [this.#card(value as Fields, form)] };
    const inside = resolved(form.items ?? {}, this.#root);
    if (Array.isArray(value) && inside.properties)
      return value.length
        ? { name, tokens: [], cards: value.map((each: Fields) => this.#card(each, inside)) }
        : undefined;
    const tokens = this.#tokens(field, value, form);
    return tokens.length ? { name, tokens, cards: [] } : undefined;
  }

  #card(value: Fields, schema: Schema, player?: number): Card {
    const { properties = {} } = resolved(schema, this.#root);
    const head = HEADS.find((each) => typeof value[each] === "string");
    const [token] = head ? this.#tokens(head, value[head], properties[head] ?? {}) : [];
    const kept = Object.entries(value).filter(
      ([field, each]) => field !== head && (player !== undefined || each !== 0 || TOLD.test(field)),
    );
    const seat = player ?? (typeof value.seat === "number" ? value.seat : undefined);
    const title = token?.text ?? (player === undefined ? "" : this.#words.seat(player));
    return { id: token?.id ?? "", title, seat, lines: this.#lines(Object.fromEntries(kept), properties) };
  }

  #tokens(field: string, value: unknown, schema: Schema): Token[] {
    if (Array.isArray(value)) return merged(value.flatMap((each) => this.#tokens(field, each, schema.items ?? schema)));
    if (value === true) return [{ id: "", text: "✓", count: 1 }];
    if (typeof value === "number") return [this.#number(field, value)];
    if (typeof value === "string") return [this.#word(value, present(schema)["x-vocabulary"])];
    if (typeof value !== "object" || !value) return [];
    const vocabularies = schema.propertyNames?.["x-vocabulary"];
    const filled = Object.entries(value as Record<string, number>).filter(([, count]) => count);
    return filled.map(([word, count]) => ({ ...this.#word(word, vocabularies), count }));
  }

  /** A word of no vocabulary, such as a die: `red.4`. */
  #plain(word: string): string {
    const [first = "", ...more] = word.split(".");
    return [this.#words.label("colour", first), ...more].join(" ");
  }

  #number(field: string, value: number): Token {
    if (SEATS.test(field)) return { id: "", text: this.#words.seat(value), count: 1, seat: value };
    return { id: "", text: String(value), count: 1 };
  }

  #word(word: string, vocabularies: readonly string[] = []): Token {
    const labels = vocabularies.map((each) => [each, this.#words.label(each, word)] as const);
    const [vocabulary, text] = labels.find(([, label]) => label !== word) ?? labels[0] ?? ["", this.#plain(word)];
    const seat = /^seat_(\d)$/.exec(word)?.[1];
    const colour = !vocabulary || vocabulary.endsWith("colour") ? COLOURS.exec(word)?.[1] : undefined;
    return {
      id: vocabulary && `${vocabulary}.${word}`,
      text,
      count: 1,
      ...(seat && { seat: Number(seat) }),
      ...(colour && { colour }),
    };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a line has any content. */
function filled({ tokens, cards }: Line): boolean {
  return tokens.length > 0 || cards.some(({ title, seat, lines }) => title || seat !== undefined || lines.length);
}

/** Counts equal words; numbers stay separate. */
function merged(tokens: readonly Token[]): Token[] {
  const found = new Map<string, Token>();
  const apart = tokens.filter(({ id }) => !id);
  for (const token of tokens.filter(({ id }) => id))
    found.set(token.id, { ...token, count: (found.get(token.id)?.count ?? 0) + 1 });
  return [...found.values(), ...apart];
}

/** The ids of everything on a sheet. */
export function idsOf({ lines, seats }: Sheet): Set<string> {
  return new Set([...lines.flatMap(idsOfLine), ...seats.flatMap(idsOfCard)].filter(Boolean));
}

function idsOfLine({ tokens, cards }: Line): string[] {
  return [...tokens.map(({ id }) => id), ...cards.flatMap(idsOfCard)];
}

function idsOfCard({ id, lines }: Card): string[] {
  return [id, ...lines.flatMap(idsOfLine)];
}

/** The name of a part of a view, as the service calls it. */
function naming(field: string): string {
  return field.replaceAll("_", " ");
}

/** The name of a seat. */
export type SeatNames = (seat: number) => string;

const NAMES = Symbol("names");

/** Provides every card with the names of seats. */
export function setSeatNames(names: SeatNames): void {
  setContext(NAMES, names);
}

export function seatNames(): SeatNames {
  return getContext(NAMES);
}
