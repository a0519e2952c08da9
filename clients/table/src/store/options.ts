import type { Catalogue } from "@podesta/client";

/** The parts of JSON Schema used here. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly "x-vocabulary"?: readonly string[];
  readonly "x-rule"?: string;
}

/** An option of a ruleset, for the form. */
export interface Choice {
  readonly name: string;
  readonly description: string;
  /** The number of its rule. */
  readonly rule: string;
  /** A switch, a number, one of some words, or a word for each seat. */
  readonly kind: "switch" | "number" | "word" | "words";
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The words to choose from, with their labels. */
  readonly words: readonly (readonly [string, string])[];
  readonly byDefault: unknown;
}

type Played = Pick<Catalogue, "bots" | "net_seats"> & { readonly summary: Pick<Catalogue["summary"], "expert_seats"> };

/** The house bots for a number of seats; networks only play with numbers that they were trained on. */
export function botsFor({ bots, net_seats, summary }: Played, seats: number): string[] {
  const learned: Record<string, number[]> = { net: net_seats, expert: summary.expert_seats };
  return bots.filter((bot) => learned[bot]?.includes(seats) ?? true);
}

/** The options of a ruleset. */
export function choices(catalogue: Catalogue): Choice[] {
  const { properties = {} } = resolved(catalogue.options as Schema, catalogue.options as Schema);
  return Object.entries(properties).map(([name, schema]) => choice(name, schema, catalogue));
}

/** Resolves a schema's reference, if it is one. */
export function resolved(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return (name && root.$defs?.[name]) || schema;
}

/** The schema of a value when present, for one that may be null. */
export function present(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
}

function choice(name: string, schema: Schema, catalogue: Catalogue): Choice {
  const value = present(schema);
  const { minimum: least, maximum: most } = value;
  const words = wordsOf(value.items ?? value, catalogue);
  const said = { description: schema.description ?? "", rule: schema["x-rule"] ?? "" };
  const described = { name, ...said, least, most, words, byDefault: schema.default };
  return { ...described, kind: kindOf(value, words.length > 0) };
}

function kindOf({ type }: Schema, worded: boolean): Choice["kind"] {
  if (type === "array") return "words";
  if (type === "boolean") return "switch";
  return worded ? "word" : "number";
}

function wordsOf(schema: Schema, catalogue: Catalogue): (readonly [string, string])[] {
  const vocabularies = catalogue.vocabularies as Record<string, readonly { word: string; label: string }[]>;
  const known = schema["x-vocabulary"]?.flatMap((each) => vocabularies[each] ?? []) ?? [];
  return known.map(({ word, label }) => [word, label] as const);
}
