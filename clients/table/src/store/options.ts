import type { Catalogue } from "@podesta/client";

/** What JSON Schema says of a value. */
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

/** An option of a ruleset, as somebody chooses it. */
export interface Choice {
  readonly name: string;
  readonly description: string;
  /** The number of the rule that it is about. */
  readonly rule: string;
  /** A switch, a number, one of some words, or a word for each seat. */
  readonly kind: "switch" | "number" | "word" | "words";
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The words that can be chosen, and their labels. */
  readonly words: readonly (readonly [string, string])[];
  readonly byDefault: unknown;
}

type Played = Pick<Catalogue, "bots" | "net_seats"> & { readonly summary: Pick<Catalogue["summary"], "expert_seats"> };

/** The house bots for a table of so many seats: what networks play, plays only where they have learned. */
export function botsFor({ bots, net_seats, summary }: Played, seats: number): string[] {
  const learned: Record<string, number[]> = { net: net_seats, expert: summary.expert_seats };
  return bots.filter((bot) => learned[bot]?.includes(seats) ?? true);
}

/** The options of a ruleset. */
export function choices(catalogue: Catalogue): Choice[] {
  const { properties = {} } = resolved(catalogue.options as Schema, catalogue.options as Schema);
  return Object.entries(properties).map(([name, schema]) => choice(name, schema, catalogue));
}

/** A schema that a reference points to, or the schema itself. */
export function resolved(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return (name && root.$defs?.[name]) || schema;
}

/** What a schema says of a value that is there: one that may be missing is described by its other form. */
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
