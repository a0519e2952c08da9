import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Patience, pause } from "../wire/patience.js";
import { LANGUAGE } from "../words.js";
import { GameMaster } from "./generated/podesta/v1/game_master_pb.js";
import { Simulator } from "./generated/podesta/v1/simulator_pb.js";
import { raised } from "./problems.js";

/** Settings of a channel. */
export interface ChannelSettings {
  /** The language of labels and sentences, as in `Accept-Language`. */
  readonly language?: string;
  /** How long to retry a call while the service is unavailable, in milliseconds; default 30,000. */
  readonly patience?: number;
}

/** The services of one address. Every call throws a Problem, or Unreachable when patience runs out. */
export interface Channel {
  readonly master: Client<typeof GameMaster>;
  readonly simulator: Client<typeof Simulator>;
}

/** Return the options of a call with a token: `channel.master.getGame({ game }, bearer(token))`. */
export function bearer(token: string, signal?: AbortSignal): { headers: Record<string, string>; signal?: AbortSignal } {
  return { headers: { Authorization: `Bearer ${token}` }, ...(signal && { signal }) };
}

/** Connect to the service's gRPC port, such as `http://localhost:50051`. */
export function connectGrpc(url: string, { language = LANGUAGE, patience = 30_000 }: ChannelSettings = {}): Channel {
  const alive = { pingIntervalMs: 30_000, pingTimeoutMs: 10_000 };
  const transport = createGrpcTransport({ baseUrl: url, interceptors: [speaking(language)], ...alive });
  return {
    master: persistent(createClient(GameMaster, transport), patience),
    simulator: persistent(createClient(Simulator, transport), patience),
  };
}

function speaking(language: string): Interceptor {
  return (next) => (request) => {
    request.header.set("Accept-Language", language);
    const game = request.stream ? "" : gameOf(request.message);
    if (game) {
      request.header.set("podesta-game", game); // lets proxies send all calls about a game to one process
    }
    return next(request);
  };
}

function gameOf(message: object): string {
  return "game" in message && typeof message.game === "string" ? message.game : "";
}

type Method = (...given: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/**
 * Wrap a client so that its calls are retried while the service is unavailable, and throw the service's problems.
 * Streams are not retried: only their reader can say where to resume.
 */
export function persistent<T extends object>(client: T, patience: number): T {
  return new Proxy(client, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as Method;
      return (...given: readonly unknown[]) => {
        const begun = method(...given);
        return Symbol.asyncIterator in begun ? streamed(begun) : called(begun, method, given, patience);
      };
    },
  });
}

async function called(
  begun: unknown,
  method: Method,
  given: readonly unknown[],
  milliseconds: number,
): Promise<unknown> {
  const [patience, signal] = [new Patience(milliseconds), (given[1] as { signal?: AbortSignal } | undefined)?.signal];
  for (let made = begun; ; made = method(...given)) {
    try {
      return await made;
    } catch (error) {
      signal?.throwIfAborted();
      await pause(patience.after(raised(error)), signal);
    }
  }
}

async function* streamed(begun: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* begun;
  } catch (error) {
    throw raised(error);
  }
}
