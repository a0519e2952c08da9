import type { StreamEvent } from "../types.js";
import { Patience, type Pauses, pause } from "../wire/patience.js";
import { Unreachable } from "../wire/problem.js";
import type { Transport } from "../wire/transport.js";
import { Cursor, type Followed } from "./cursor.js";
import { frames, told } from "./events.js";

/** How to follow. */
export interface Following {
  /** Ends the stream: its iterator then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Is called when the connection is lost, before it is made again. */
  readonly lost?: ((why: unknown) => void) | undefined;
  /** Milliseconds without a heartbeat after which a connection counts as lost: 60,000. */
  readonly silence?: number | undefined;
}

const PAUSES: Pauses = { first: 1_000, longest: 5_000 };

/**
 * Every event of some games, once and in order, until all of them have ended: over lost connections and restarts of the
 * service, without a gap or a repeat. It never gives up by itself; throws the Problem that the service ends it with.
 */
export async function* follow(
  transport: Transport,
  followed: readonly Followed[],
  how: Following = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  const [cursor, patience] = [new Cursor(followed), new Patience(Infinity, PAUSES)];
  while (cursor.games.length) {
    try {
      for await (const each of connection(transport, cursor, how)) {
        how.signal?.throwIfAborted();
        patience.restart();
        if (cursor.take(each)) yield each;
      }
      if (cursor.games.length) throw new Unreachable("the stream ended before the game did");
    } catch (why) {
      how.signal?.throwIfAborted();
      const wait = patience.after(why);
      how.lost?.(why);
      await pause(wait, how.signal);
    }
  }
}

/** What one connection tells, until it is lost. */
async function* connection(transport: Transport, cursor: Cursor, how: Following): AsyncGenerator<StreamEvent> {
  const line = new Line(how);
  const { games, tokens, headers } = cursor;
  try {
    const call = { path: "/v1/stream", query: { game: games }, token: tokens, headers, signal: line.signal };
    const { body, status } = await line.hear(transport.open(call));
    if (status === 204 || !body) return cursor.close();
    for await (const frame of frames(body, (read) => line.hear(read))) {
      const each = told(frame);
      if (each) yield each;
    }
  } finally {
    line.close();
  }
}

/** A connection that is given up when nothing is heard on it for too long. */
class Line {
  readonly #own = new AbortController();
  readonly #silence: number;
  readonly signal: AbortSignal;

  constructor({ signal, silence = 60_000 }: Following) {
    this.#silence = silence;
    this.signal = signal ? AbortSignal.any([signal, this.#own.signal]) : this.#own.signal;
  }

  /** Wait for what comes next; only now is the silence measured, for a reader may take its time. */
  async hear<T>(next: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.close(), this.#silence);
    return next.finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#own.abort();
  }
}
