import type { EventSourceMessage } from "eventsource-parser";
import type { GameSummary, Schemas, Waiting } from "../types.js";
import type { Transport } from "../wire/transport.js";
import { frames, refused } from "./events.js";
import { Line, type Listening, lasting } from "./line.js";

/**
 * Yield the games that are open or running, and all of them again whenever one appears, changes or disappears, across
 * lost connections and restarts of the service. Retries without limit; throws the Problem with which the service ends
 * it.
 */
export function followLobby(
  transport: Transport,
  wanted: Waiting,
  how: Listening = {},
): AsyncGenerator<GameSummary[], void, undefined> {
  return lasting(() => connection(transport, wanted, how), how);
}

/** Yield the lobby after each change, starting when it is complete, until the connection is lost. */
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

/** The lobby as received on one connection. */
class Lobby {
  readonly #games = new Map<string, GameSummary>();
  #complete = false;

  get games(): GameSummary[] {
    return [...this.#games.values()];
  }

  /** Apply a frame; returns whether it changed a lobby that is complete. */
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
