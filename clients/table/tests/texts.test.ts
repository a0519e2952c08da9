import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse as parseSvelte } from "svelte/compiler";
import type { Step } from "../src/guide/course";
import colonia from "../src/guide/lessons/colonia.lesson";
import golden from "../src/guide/lessons/golden-horn.lesson";
import notre from "../src/guide/lessons/notre-dame.lesson";
import pillars from "../src/guide/lessons/pillars-of-the-earth.lesson";
import troyes from "../src/guide/lessons/troyes.lesson";
import { chosen, DEFAULT, nameOf } from "../src/texts/choosing";
import { fill, grammarOf, type Part, parse, type Slot, type Value } from "../src/texts/message";
import { type Messages, messagesOf, slotsOf, TEXTS, typed } from "../typing";

const LANGUAGES = readdirSync(TEXTS, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : [],
);
const SOURCES = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) =>
  /\.(svelte|ts)$/.test(name),
);
const COUNTS = Array.from({ length: 1001 }, (_, count) => count);
/** What is no word of a language: the name of the service. */
const NAMES = new Set(["Podestà", "Podestà:"]);

/** The messages of a language's files by their keys, `page.tagline`. */
function flat(messages: Messages, before = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, message]) =>
    typeof message === "string" ? [[before + key, message]] : flat(message, `${before}${key}.`),
  );
}

/** The slots with cases in a message, those within cases too. */
function choices(parts: readonly Part[]): Slot[] {
  return parts.flatMap((part) =>
    typeof part === "string" || !part.cases ? [] : [part, ...Object.values(part.cases).flatMap(choices)],
  );
}

/** The forms of plurals that a language has for what can be counted on a table; some have one for millions alone. */
function formsOf(language: string): string[] {
  const forms = new Intl.PluralRules(language);
  return [...new Set([...COUNTS.map((count) => forms.select(count)), "other"])];
}

for (const language of LANGUAGES) {
  const messages = new Map(flat(messagesOf(language)));

  test(`${language} has every message with every slot, and no other`, () => {
    const slots = (all: Iterable<[string, string]>) =>
      Object.fromEntries([...all].map(([key, text]) => [key, slotsOf(parse(text))]));
    assert.deepEqual(slots(messages), slots(flat(messagesOf(DEFAULT))));
  });

  test(`${language} has every form of its plurals, and what is said of any other word`, () => {
    for (const [key, text] of messages)
      for (const { kind, cases = {} } of choices(parse(text))) {
        assert.ok(kind === "plural" || kind === "select", key);
        const missing = (kind === "plural" ? formsOf(language) : ["other"]).filter((form) => !(form in cases));
        assert.deepEqual(missing, [], key);
      }
  });

  test(`${language} says something everywhere, quotes nothing, and is read in a direction`, () => {
    for (const [key, text] of messages) assert.ok(text.trim() && !/'[{}#']/.test(text), key);
    assert.match(messages.get("page.dir") ?? "", /^(ltr|rtl)$/);
  });
}

test("the types of texts are those of the default language's files", () => {
  assert.equal(readFileSync(join(TEXTS, "types.ts"), "utf-8"), typed(), "npm run texts");
});

test("every message is said somewhere", () => {
  const said = new Set(SOURCES.flatMap((name) => keysIn(name, readFileSync(join("src", name), "utf-8"))));
  const keys = flat(messagesOf(DEFAULT)).map(([key]) =>
    key
      .split(".")
      .slice(0, key.startsWith("more.") ? 3 : 2)
      .join("."),
  );
  assert.deepEqual(
    [...new Set(keys)].filter((key) => !/^(guides|tips)\./.test(key) && !said.has(key)),
    [],
  );
});

/** The messages that a source names: `texts.tagline`, by whatever name it imports them, or `more.opening.title`. */
function keysIn(name: string, source: string): string[] {
  const game = /^games\/([^/]+)\//.exec(name)?.[1];
  const imports = [...source.matchAll(/import \{ ([^}]+) \} from "[./]*(texts|texts\/more)";/g)];
  // reasons are handed their texts, so that they can be tried without a page
  if (/^games\/(reasons|.*\/why)\.ts$/.test(name))
    return [...source.matchAll(/\bsaid\.(\w+)/g)].map(([, key]) => `more.why.${key}`);
  const named = imports.flatMap(([, parts = "", from]) =>
    parts.split(", ").flatMap((each) => {
      const [part = "", alias = part] = each.split(" as ");
      const file = from === "texts/more" ? `more.${part}` : (game ?? "page");
      return [...source.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g"))].map(([, key]) => `${file}.${key}`);
    }),
  );
  // the page of statistics has a file of its own, which comes with it
  const own = name.startsWith("statistics/") ? [...source.matchAll(/\bsaid\.(\w+)/g)] : [];
  const counted = own.map(([, key]) => `statistics.${key}`);
  return [...named, ...counted, ...[...source.matchAll(/\bmore\.\w+\.\w+/g)].map(([key]) => key)];
}

const COURSES = { colonia, "golden-horn": golden, "notre-dame": notre, "pillars-of-the-earth": pillars, troyes };

/** The texts of a step. */
function saidBy({ text, lines = {} }: Step): string[] {
  return [text, ...Object.keys(lines)];
}

test("every step of a lesson and its guide has its text, and every text its step", () => {
  const steps = Object.entries(COURSES).flatMap(([game, { lesson, guide }]) =>
    [...new Set([...lesson, ...guide].flatMap(saidBy))].map((text) => `${game}.${text}`),
  );
  assert.deepEqual(
    flat(messagesOf(DEFAULT).guides ?? {}).map(([key]) => key),
    steps,
  );
});

test("every lesson ends with what wins and what was not met: five lines, each with a rule of its game", () => {
  for (const [game, { lesson }] of Object.entries(COURSES)) {
    const last = Object.entries(lesson.at(-1)?.lines ?? {});
    assert.deepEqual([last.length, last[0]?.[0]], [5, "wins"], game);
    const rules = readFileSync(join("../../engines/podesta_engines", game.replaceAll("-", "_"), "RULES.md"), "utf-8");
    for (const [text, number] of last) assert.ok(rules.includes(`**${number} `), `${game}.${text}: ${number}`);
  }
});

test("no page has words of its own", () => {
  for (const name of SOURCES.filter((each) => each.endsWith(".svelte"))) {
    const { fragment } = parseSvelte(readFileSync(join("src", name), "utf-8"), { modern: true });
    assert.deepEqual(
      wordsIn(fragment).filter((word) => !NAMES.has(word)),
      [],
      name,
    );
  }
});

/** Words that stand in a template itself: texts, and what attributes let people read. */
function wordsIn(node: unknown, readable = true): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => wordsIn(each, readable));
  if (typeof node !== "object" || node === null) return [];
  const { type, name, data } = node as { type?: string; name?: string; data?: string };
  if (type?.endsWith("Directive")) return [];
  if (type === "Text") return readable ? ((data ?? "").match(/\p{L}{2,}\S*/gu) ?? []) : [];
  const shown = type === "Attribute" ? /^(aria-label|title|placeholder|alt)$/.test(name ?? "") : readable;
  return Object.values(node).flatMap((each) => wordsIn(each, shown));
}

test("slots are filled, cases chosen by number and by word, also within each other", () => {
  const said = (text: string, slots: Record<string, string | number | boolean>) =>
    fill(parse(text), slots, grammarOf("en"));
  const text =
    "{name}: {n, plural, =0 {nothing} one {# {what}} other {# {what}s}}{late, select, true {, late} other {}}.";
  assert.equal(said(text, { name: "Ada", n: 0, what: "rat", late: false }), "Ada: nothing.");
  assert.equal(said(text, { name: "Ada", n: 1, what: "rat", late: true }), "Ada: 1 rat, late.");
  assert.equal(said(text, { name: "Ada", n: 2, what: "rat", late: false }), "Ada: 2 rats.");
});

test("a word agrees with what it stands beside, several one after the other; one of a single form stays", () => {
  const said = (text: string, colour: Value) => fill(parse(text), { colour, n: 2 }, grammarOf("it"));
  const red = { label: "rosso", forms: ["rosso", "rossa", "rossi", "rosse"] };
  const goods = "{n, plural, one {1 merce {colour, agree, f}} other {# merci {colour, agree, fp}}}";
  assert.deepEqual([said(goods, red), said(goods, { label: "blu" })], ["2 merci rosse", "2 merci blu"]);
  assert.equal(said("carte: {colour, agree, f}", [red, { label: "blu" }]), "carte: rossa e blu");
  assert.equal(said("{colour}", red), "rosso");
});

test("a message that is not closed, or closed twice, or asks for a form that there is not, is none", () => {
  for (const broken of ["{name", "name}", "{n, plural, one {1}", "{n, plural, one 1}", "{n, agree, x}"])
    assert.throws(() => parse(broken), broken);
});

test("the language is the first wish that is there, whatever its region, else the default", () => {
  const of = (...wishes: string[]) => chosen(wishes, ["en", "it", "pt-BR", "zh-Hant"], "en");
  assert.deepEqual(
    [of("it-CH"), of("de", "it"), of("fr"), of(), of("", "no such", "it")],
    ["it", "it", "en", "en", "it"],
  );
  assert.deepEqual(
    [of("zh-TW", "it"), of("zh-CN", "it"), of("pt-PT", "it"), of("pt-BR")],
    ["zh-Hant", "it", "it", "pt-BR"],
  );
});

test("a language is called as it calls itself", () => {
  assert.deepEqual(["en", "it", "fr"].map(nameOf), ["English", "Italiano", "Français"]);
});
