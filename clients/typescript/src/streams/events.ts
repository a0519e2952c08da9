import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Schemas, StreamEvent } from "../types.js";
import { type Problem, Unreachable } from "../wire/problem.js";
import { problem } from "../wire/problems.js";
import type { Line } from "./line.js";

/**
 * Yield the frames of a body of Server-Sent Events; `line` limits the wait for each read. An aborted signal also
 * cancels the body here, since Node may ignore the signal of a fetch while the response is being read.
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

/** An event as it is sent: an update may be a patch of the game sent before. */
export type Sent = StreamEvent | { event: "patch"; data: Schemas["Patched"] };

/**
 * Parse a frame; returns undefined if it has no event, as when the service announces its shutdown, and throws a Problem
 * that ends the stream. Only here is wire data cast to typed events.
 */
export function told({ event, data }: EventSourceMessage): Sent | undefined {
  if (event === "problem") throw refused(data);
  return event && TOLD.has(event) ? ({ event, data: JSON.parse(data) } as Sent) : undefined;
}

/** Return the Problem with which the service ends a stream. */
export function refused(data: string): Problem {
  return problem(JSON.parse(data) as Schemas["Problem"]);
}

const TOLD: ReadonlySet<string> = new Set<Sent["event"]>(["game", "update", "patch", "heartbeat", "end"]);
