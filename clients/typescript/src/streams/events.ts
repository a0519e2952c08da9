import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Schemas, StreamEvent } from "../types.js";
import { type Problem, Unreachable } from "../wire/problem.js";
import { problem } from "../wire/problems.js";
import type { Line } from "./line.js";

/**
 * The frames of a body of Server-Sent Events, as they come; every read is waited for by its line. An aborted signal ends
 * the body here, too: Node may forget the signal of a fetch whose answer is still being read.
 */
export async function* frames(body: ReadableStream<Uint8Array>, line: Line): AsyncGenerator<EventSourceMessage> {
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (frame) => waiting.push(frame) });
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  line.signal.addEventListener("abort", () => reader.cancel().catch(() => undefined), { once: true });
  const read = () => line.hear(reader.read()).catch(lost);
  for (let piece = await read(); !piece.done; piece = await read()) {
    parser.feed(decoder.decode(piece.value, { stream: true }));
    yield* waiting.splice(0);
  }
}

function lost(cause: unknown): never {
  throw new Unreachable("the stream was cut off", { cause });
}

/** What is sent: instead of an update, perhaps, a patch of the game that was told before. */
export type Sent = StreamEvent | { event: "patch"; data: Schemas["Patched"] };

/**
 * What a frame tells, or nothing where the service only says that it is shutting down; throws a Problem that ends the
 * stream. This is the one place where what is sent becomes what is told.
 */
export function told({ event, data }: EventSourceMessage): Sent | undefined {
  if (event === "problem") throw refused(data);
  return event && TOLD.has(event) ? ({ event, data: JSON.parse(data) } as Sent) : undefined;
}

/** The Problem with which the service ends a stream. */
export function refused(data: string): Problem {
  return problem(JSON.parse(data) as Schemas["Problem"]);
}

const TOLD: ReadonlySet<string> = new Set<Sent["event"]>(["game", "update", "patch", "heartbeat", "end"]);
