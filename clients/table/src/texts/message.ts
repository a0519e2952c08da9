/** A word with agreement: its label, and its forms in the order of `AGREEMENTS` if it has several. */
export interface Agreeing {
  readonly label: string;
  readonly forms?: readonly string[];
}

/** A value for a slot of a message; several are joined as the language joins a list. */
export type Value = string | number | boolean | Agreeing | readonly (string | Agreeing)[];

/** What the browser knows of a language: the categories of its plurals, and how it joins a list. */
export interface Grammar {
  readonly plural: Intl.PluralRules;
  readonly list: Intl.ListFormat;
}

export function grammarOf(language: string): Grammar {
  return { plural: new Intl.PluralRules(language), list: new Intl.ListFormat(language) };
}

/** The forms of agreement: masculine, feminine, and the plural of each. */
export const AGREEMENTS = ["m", "f", "mp", "fp"];

/** A message with slots, which returns its text once they are filled. */
export type Said<Slot extends string> = (slots: Readonly<Record<Slot, Value>>) => string;

/** A part of a message: text, or a slot. A slot may have cases, chosen by its value, or a form of agreement. */
export type Part = string | Slot;

export interface Slot {
  readonly name: string;
  readonly kind?: string;
  readonly form?: string;
  readonly cases?: Readonly<Record<string, readonly Part[]>>;
}

/**
 * Parses a message in the part of ICU's grammar that tables need: `{slot}`, `plural` with `#`, and `select`; with
 * `{colour, agree, fp}` for agreement.
 */
export function parse(message: string): readonly Part[] {
  let at = 0;
  const until = (end: RegExp): string => {
    const from = at;
    while (at < message.length && !end.test(message.charAt(at))) at += 1;
    return message.slice(from, at);
  };
  const skip = (mark: string): void => {
    if (message.charAt(at) !== mark) throw new SyntaxError(`"${mark}" was expected at ${at} of: ${message}`);
    at += 1;
  };
  const slot = (): Slot => {
    skip("{");
    const [name = "", kind, form = ""] = until(/[{}]/)
      .split(",", 3)
      .map((word) => word.trim());
    if (kind === undefined || kind === "agree") {
      skip("}");
      if (kind && !AGREEMENTS.includes(form)) throw new SyntaxError(`"${form}" is no form: ${message}`);
      return kind ? { name, kind, form } : { name };
    }
    at = message.lastIndexOf(",", at) + 1;
    const cases: Record<string, readonly Part[]> = {};
    for (let word = until(/[{}]/).trim(); word; word = until(/[{}]/).trim()) {
      skip("{");
      cases[word] = parts();
      skip("}");
    }
    skip("}");
    return { name, kind, cases };
  };
  const parts = (): Part[] => {
    const found: Part[] = [];
    while (at < message.length && message.charAt(at) !== "}") {
      found.push(message.charAt(at) === "{" ? slot() : until(/[{}]/));
    }
    return found;
  };
  const whole = parts();
  if (at < message.length) skip("{");
  return whole;
}

/** The text of parts with these values; `count` replaces `#`. */
export function fill(
  parts: readonly Part[],
  slots: Readonly<Record<string, Value>>,
  grammar: Grammar,
  count?: Value,
): string {
  const filled = parts.map((part) => {
    if (typeof part === "string") return count === undefined ? part : part.replaceAll("#", String(count));
    const value = slots[part.name] ?? "";
    if (!part.cases) return said(value, grammar, part.form);
    const plural = part.kind === "plural";
    const word = plural ? grammar.plural.select(Number(value)) : String(value);
    const chosen = (plural && part.cases[`=${value}`]) || (part.cases[word] ?? part.cases.other ?? []);
    return fill(chosen, slots, grammar, plural ? value : count);
  });
  return filled.join("");
}

/** The text of a value: a word in the form required, several as a list. */
function said(value: Value, { list }: Grammar, form = "m"): string {
  if (typeof value !== "object") return String(value);
  const one = (each: string | Agreeing) =>
    typeof each === "string" ? each : (each.forms?.[AGREEMENTS.indexOf(form)] ?? each.label);
  return list.format([value].flat().map(one));
}

/** Turns the texts of a file into functions where they have slots; all others are unchanged. */
export function speak(messages: object, language: string): object {
  const grammar = grammarOf(language);
  const spoken = (message: string | object): unknown => {
    if (typeof message !== "string") return speak(message, language);
    if (!message.includes("{")) return message;
    const parts = parse(message);
    return (slots: Readonly<Record<string, Value>>) => fill(parts, slots, grammar);
  };
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, spoken(message)]));
}

/** The text for a word of the service; empty if the page does not know it. */
export function wordOf(texts: Readonly<Record<string, string>>, word: string | number): string {
  return texts[word] ?? "";
}
