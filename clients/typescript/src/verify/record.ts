import type { Hashing } from "./hashing.js";
import { hex, joined, utf8 } from "./hashing.js";

/** An event of a record, as far as hashes alone can check it. */
export interface RecordEvent {
  readonly event: string;
  readonly [member: string]: unknown;
}

/** A line of a record, the time at which it was written (ms since 1970), and its chain value. */
export interface Line {
  readonly events: readonly RecordEvent[];
  readonly at: number;
  readonly chain: string;
}

const NEWLINE = 10;
const RETURN = 13;
const TAIL_LENGTH = `,"chain":"${"0".repeat(64)}"}`.length;

/** Return a record as bytes. */
export function bytesOf(record: Uint8Array | string): Uint8Array {
  return typeof record === "string" ? utf8(record) : record;
}

/** Return the lines of a record after checking its chain and the spelling of each line; throws Tampered. */
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

/** Split a record into lines. Editors and mail may have changed line ends to CRLF, or added empty lines at the end. */
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

/** Replace every number in a JSON text by 0, since numbers of 64 bits are not parsed exactly here. */
function shape(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/g, (_, string?: string) => string ?? "0");
}

function isEvent(event: unknown): event is RecordEvent {
  return typeof event === "object" && event !== null && "event" in event && typeof event.event === "string";
}

/** Return the seeds that an end reveals, in hex, oldest first; several only if the game was renewed. */
export function seedsOf({ before, seed }: RecordEvent): string[] {
  return [...(Array.isArray(before) ? before : []), seed].map(String);
}

/** A record is not as a service wrote it; `line`, counted from 1, is where the difference shows. */
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
