import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, type Opened, type Option, type Podesta, type Settings, type Turn } from "@podesta/client";

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

/** The piece of an answer in whose middle it is cut off. */
const WHOLE = 6;

/** A road to the service on which answers get lost after the service has given them. */
export async function lossy(fate: Fate): Promise<{ url: string; close: () => void; keys: string[] }> {
  const keys: string[] = [];
  let count = 0;
  const server: Server = createServer((asked, answer) => {
    if (asked.headers["idempotency-key"]) keys.push(String(asked.headers["idempotency-key"]));
    const given = request(REST + asked.url, { method: asked.method, headers: asked.headers }, (told) => {
      count += 1;
      const end = fate(count, asked.url ?? "");
      if (end === "lost") return void answer.destroy();
      answer.writeHead(told.statusCode ?? 500, told.headers);
      let pieces = 0;
      told.on("data", (piece: Buffer) => {
        pieces += 1;
        if (end !== "cut" || pieces < WHOLE) answer.write(piece);
        else if (pieces === WHOLE) answer.write(piece.subarray(0, piece.length / 2), () => answer.destroy());
      });
      told.on("end", () => answer.end());
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
