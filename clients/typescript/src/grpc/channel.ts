import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { GameMaster } from "./generated/podesta/v1/game_master_pb.js";
import { Simulator } from "./generated/podesta/v1/simulator_pb.js";
import { persistent } from "./persistent.js";

/** How a channel calls. */
export interface ChannelSettings {
  /** The language of labels and sentences: `en` or `it`. */
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
export function connectGrpc(url: string, { language = "en", patience = 30_000 }: ChannelSettings = {}): Channel {
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
