import type { EventSourceMessage } from "eventsource-parser";
import type { GameSummary, Schemas, Waiting } from "../types.js";
import type { Transport } from "../wire/transport.js";
import { frames, refused } from "./events.js";
import { Line, type Listening, lasting } from "./line.js";

/**
 * The games that are open or running as they are, and all of them again whenever one has come, gone or changed, over lost
 * connections and restarts of the service. It never gives up by itself; throws the Problem that the service ends it with.
 */
export function followLobby(
  transport: Transport,
  wanted: Waiting,
  how: Listening = {},
): AsyncGenerator<GameSummary[], void, undefined> {
  return lasting(() => connection(transport, wanted, how), how);
}

/** What one connection tells, until it is lost: the first thing is everything there is. */
async function* connection(transport: Transport, wanted: Waiting, how: Listening): AsyncGenerator<GameSummary[]> {
  const [line, lobby] = [new Line(how), new Lobby()];
  try {
    const call = { path: "/v1/lobby/stream", query: { ...wanted }, signal: line.signal };
    const { body } = await line.answer(transport.open(call));
    if (!body) return;
    for await (const frame of frames(body, line)) if (lobby.take(frame)) yield lobby.games;
  } finally {
    line.close();
  }
}

/** The lobby as one connection has told it. */
class Lobby {
  readonly #games = new Map<string, GameSummary>();
  #complete = false;

  get games(): GameSummary[] {
    return [...this.#games.values()];
  }

  /** Whether all games are known, and a frame has changed something about them. */
  take({ event, data }: EventSourceMessage): boolean {
    if (event === "page") this.#begin(JSON.parse(data) as Schemas["LobbyPage"]);
    else if (event === "entry") this.#put(JSON.parse(data) as GameSummary);
    else if (event === "left") this.#games.delete((JSON.parse(data) as Schemas["LobbyLeft"]).game);
    else if (event === "problem") throw refused(data);
    else return false;
    return this.#complete;
  }

  #begin({ games, complete }: Schemas["LobbyPage"]): void {
    for (const game of games) this.#put(game);
    this.#complete = complete;
  }

  #put(game: GameSummary): void {
    this.#games.set(game.game, game);
  }
}
