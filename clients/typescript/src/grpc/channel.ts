import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Patience, pause } from "../wire/patience.js";
import { LANGUAGE } from "../words.js";
import { GameMaster } from "./generated/podesta/v1/game_master_pb.js";
import { Simulator } from "./generated/podesta/v1/simulator_pb.js";
import { raised } from "./problems.js";

/** How a channel calls. */
export interface ChannelSettings {
  /** The language of labels and sentences, as `Accept-Language` names it. */
  readonly language?: string;
  /** Milliseconds for which a call is made again while the service is away: 30,000. */
  readonly patience?: number;
}

/** The services of one address. Every call throws a Problem, or Unreachable when patience is over. */
export interface Channel {
  readonly master: Client<typeof GameMaster>;
  readonly simulator: Client<typeof Simulator>;
}

/** The options of a call with a token: `channel.master.getGame({ game }, bearer(token))`. */
export function bearer(token: string, signal?: AbortSignal): { headers: Record<string, string>; signal?: AbortSignal } {
  return { headers: { Authorization: `Bearer ${token}` }, ...(signal && { signal }) };
}

/** A channel to the service's gRPC port, such as `http://localhost:50051`. */
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
      request.header.set("podesta-game", game); // proxies may send calls about one game to one process by it
    }
    return next(request);
  };
}

function gameOf(message: object): string {
  return "game" in message && typeof message.game === "string" ? message.game : "";
}

type Method = (...given: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/**
 * A client whose calls are made again while the service is away, and throw what the service says. Streams are not made
 * again by themselves: only their reader knows where to go on.
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
