import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  connect,
  type Opened,
  type Option,
  type Podesta,
  type Settings,
  type StreamEvent,
  type Turn,
  type ViewMode,
} from "@podesta/client";

/** The address of the service under test. */
export const REST = process.env.PODESTA_REST ?? "http://localhost:8080";
export const GRPC = `http://${process.env.PODESTA_GRPC ?? "localhost:50051"}`;

/** A client of that service. */
export function client(settings?: Settings): Podesta {
  return connect(REST, settings);
}

/** A short game of Golden Horn, both seats claimed; Ada begins. */
export function opened(podesta: Podesta, rounds = 3): Promise<Opened> {
  const seats = [
    { name: "Ada", claim: true },
    { name: "Bice", claim: true },
  ];
  return podesta.create({ ruleset: "golden-horn", seats, options: { round_limit: rounds, start_seat: 0 } });
}

/** The revisions of the updates among some events. */
export function revisions(events: readonly StreamEvent<ViewMode>[]): number[] {
  return events.flatMap((each) => (each.event === "update" ? [each.data.revision] : []));
}

/** All revisions up to one. */
export function upTo(revision: number): number[] {
  return Array.from({ length: revision }, (_, index) => index + 1);
}

/** Everything that some stream tells. */
export async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const event of events) found.push(event);
  return found;
}

/** The last option. */
export function last(turn: Turn): Option {
  return turn.question.options.at(-1) as Option;
}

/** One of the options. */
export function anything(turn: Turn): Option {
  const { options } = turn.question;
  return options[Math.floor(Math.random() * options.length)] as Option;
}

/** What every answer of the service had as its status, told by a fetch that is the real one. */
export function counting(): { fetch: typeof fetch; statuses: number[] } {
  const statuses: number[] = [];
  const counted: typeof fetch = async (address, asked) => {
    const answer = await fetch(address, asked);
    statuses.push(answer.status);
    return answer;
  };
  return { fetch: counted, statuses };
}

/** Says what becomes of an answer of the service: it is passed on, lost on the way, or cut off in its middle. */
export type Fate = (count: number, path: string) => "passed" | "lost" | "cut";

/** The piece of an answer in whose middle it is cut off, unless another is named. */
const WHOLE = 6;

/** A way to the service, and the ids of the commands that have gone it. */
interface Road {
  readonly url: string;
  readonly keys: string[];
  close(): void;
}

type Carry = (told: IncomingMessage, answer: ServerResponse, path: string) => void;

/** A road on which answers get lost after the service has given them, or are cut off after so many pieces. */
export function lossy(fate: Fate, whole = WHOLE): Promise<Road> {
  let count = 0;
  return road((told, answer, path) => {
    count += 1;
    const end = fate(count, path);
    if (end === "lost") return void answer.destroy();
    answer.writeHead(told.statusCode ?? 500, told.headers);
    let pieces = 0;
    told.on("data", (piece: Buffer) => {
      pieces += 1;
      if (end !== "cut" || pieces < whole) answer.write(piece);
      else if (pieces === whole) answer.write(piece.subarray(0, piece.length / 2), () => answer.destroy());
    });
    told.on("end", () => answer.end());
  });
}

/** A road on which the texts of answers are changed, though not their length; they travel unpacked. */
export function forged(change: (text: string) => string): Promise<Road> {
  const carry: Carry = (told, answer) => {
    answer.writeHead(told.statusCode ?? 500, told.headers);
    told.setEncoding("utf-8").on("data", (text: string) => answer.write(change(text)));
    told.on("end", () => answer.end());
  };
  return road(carry, { "accept-encoding": "identity" });
}

async function road(carry: Carry, own: Record<string, string> = {}): Promise<Road> {
  const keys: string[] = [];
  const server: Server = createServer((asked, answer) => {
    if (asked.headers["idempotency-key"]) keys.push(String(asked.headers["idempotency-key"]));
    const wish = { method: asked.method, headers: { ...asked.headers, ...own } };
    const given = request(REST + asked.url, wish, (told) => {
      carry(told, answer, asked.url ?? "");
      answer.on("close", () => told.destroy());
    });
    asked.pipe(given);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close, keys };
}
