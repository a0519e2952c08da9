import type { Hashing } from "./hashing.js";
import { hex, joined, utf8 } from "./hashing.js";

/** An event of a record, as far as a hash function alone can say anything of it. */
export interface RecordEvent {
  readonly event: string;
  readonly [member: string]: unknown;
}

/** A line of a record, when it was written (ms since 1970), and its chain value. */
export interface Line {
  readonly events: readonly RecordEvent[];
  readonly at: number;
  readonly chain: string;
}

const NEWLINE = 10;
const RETURN = 13;
const TAIL_LENGTH = `,"chain":"${"0".repeat(64)}"}`.length;

/** The bytes of a record. */
export function bytesOf(record: Uint8Array | string): Uint8Array {
  return typeof record === "string" ? utf8(record) : record;
}

/** The lines of a record whose chain holds, each spelled as a service spells it; throws Tampered. */
export async function lines(hashing: Hashing, record: Uint8Array): Promise<Line[]> {
  const [found, parts]: [Line[], Uint8Array[]] = [[], split(record)];
  for (const [index, part] of parts.entries()) {
    const text = joined(part.subarray(0, Math.max(0, part.length - TAIL_LENGTH)), utf8("}"));
    const chain = hex(await hashing.sha256(joined(utf8(found.at(-1)?.chain ?? ""), text)));
    if (hex(part.slice(-TAIL_LENGTH)) !== hex(utf8(`,"chain":"${chain}"}`)))
      throw new Tampered(index + 1, "the text is not what its chain value was made of, or a line before it is missing");
    found.push({ ...read(index + 1, text), chain });
  }
  return found;
}

/** The lines of a record, whose ends an editor or a mail may have changed (CRLF), or added to. */
function split(record: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  let start = 0;
  for (let end = record.indexOf(NEWLINE); end >= 0; end = record.indexOf(NEWLINE, start)) {
    found.push(record.subarray(start, record[end - 1] === RETURN ? end - 1 : end));
    start = end + 1;
  }
  while (start === record.length && found.at(-1)?.length === 0) found.pop();
  if (start < record.length) throw new Tampered(found.length + 1, "the line does not end");
  if (!found.length) throw new Tampered(1, "the record is empty");
  return found;
}

function read(number: number, bytes: Uint8Array): Omit<Line, "chain"> {
  const text = decoded(number, bytes);
  const entry = parsed(number, text);
  if (shape(JSON.stringify(entry)) !== shape(text))
    throw new Tampered(number, "the entry is not spelled as a service spells it");
  const { events, check, at = 0 } = entry as { events?: unknown; check?: unknown; at?: number };
  if (!Array.isArray(events) || !events.length || !events.every(isEvent) || !(at >= 0))
    throw new Tampered(number, "this is not an entry of this format");
  if (!check) throw new Tampered(number, "the checksum is missing");
  return { events, at };
}

function decoded(number: number, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Tampered(number, "this is not an entry: it is not UTF-8");
  }
}

function parsed(number: number, text: string): object {
  try {
    const entry: unknown = JSON.parse(text);
    if (typeof entry === "object" && entry && !Array.isArray(entry)) return entry;
  } catch (error) {
    throw new Tampered(number, `this is not an entry: ${(error as Error).message}`);
  }
  throw new Tampered(number, "this is not an entry");
}

/** A text of JSON with every number the same, for numbers of 64 bits do not survive being read here. */
function shape(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/g, (_, string?: string) => string ?? "0");
}

function isEvent(event: unknown): event is RecordEvent {
  return typeof event === "object" && event !== null && "event" in event && typeof event.event === "string";
}

/** The seeds that an end reveals, in hex, oldest first: several only of a game that was renewed. */
export function seedsOf({ before, seed }: RecordEvent): string[] {
  return [...(Array.isArray(before) ? before : []), seed].map(String);
}

/** A record is not what a service wrote; `line` is where it shows, counted from 1. */
export class Tampered extends Error {
  override readonly name: string = "tampered";
  readonly line: number;
  readonly why: string;

  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
    this.line = line;
    this.why = why;
  }
}
