import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT } from "./src/texts/choosing";
import { type Part, parse } from "./src/texts/message";

export const TEXTS = join(process.cwd(), "src/texts");

export interface Messages {
  readonly [key: string]: string | Messages;
}

/** The files of a language, each by its name. */
export function messagesOf(language: string): Record<string, Messages> {
  const names = readdirSync(join(TEXTS, language));
  return Object.fromEntries(names.map((name) => [name.replace(/\.json$/, ""), read(join(TEXTS, language, name))]));
}

function read(path: string): Messages {
  return JSON.parse(readFileSync(path, "utf-8"));
}

/** Every slot of a message, once. */
export function slotsOf(parts: readonly Part[]): string[] {
  const found = parts.flatMap((part) =>
    typeof part === "string" ? [] : [part.name, ...Object.values(part.cases ?? {}).flatMap(slotsOf)],
  );
  return [...new Set(found)].sort();
}

/** The types of all texts, as `src/texts/types.ts` has them. */
export function typed(): string {
  return `import type { Said } from "./message";

/** The files of a language, as those of "${DEFAULT}" have their keys and slots; \`npm run texts\` writes this. */
export type Texts = ${block(messagesOf(DEFAULT), "")};
`;
}

function block(messages: Messages, indent: string): string {
  const lines = Object.entries(messages).map(
    ([key, message]) =>
      `${indent}  readonly ${/^\w+$/.test(key) ? key : `"${key}"`}: ${one(message, `${indent}  `)};\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

function one(message: string | Messages, indent: string): string {
  if (typeof message !== "string") return block(message, indent);
  const slots = slotsOf(parse(message)).map((slot) => `"${slot}"`);
  return slots.length ? `Said<${slots.join(" | ")}>` : "string";
}

if (process.argv.includes("--write")) writeFileSync(join(TEXTS, "types.ts"), typed());
