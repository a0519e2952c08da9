import type { StreamEvent, ViewMode, WholeMode } from "../types.js";
import { Patience, type Pauses, pause } from "../wire/patience.js";
import { Unreachable } from "../wire/problem.js";
import type { Transport } from "../wire/transport.js";
import { Cursor, type Followed } from "./cursor.js";
import { frames, told } from "./events.js";
import { Misfit, Sights } from "./sights.js";

/** How to follow. */
export interface Following<V extends ViewMode = WholeMode> {
  /** Ends the stream: its iterator then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Is called when the connection is lost, before it is made again. */
  readonly lost?: ((why: unknown) => void) | undefined;
  /** Milliseconds without a heartbeat after which a connection counts as lost: 60,000. */
  readonly silence?: number | undefined;
  /** How the stream tells games: `patch`, unless it is said otherwise. */
  readonly view?: V | undefined;
}

const PAUSES: Pauses = { first: 1_000, longest: 5_000 };

/**
 * Every event of some games, once and in order, until all of them have ended: over lost connections and restarts of the
 * service, without a gap or a repeat. It never gives up by itself; throws the Problem that the service ends it with.
 */
export async function* follow<V extends ViewMode = "patch">(
  transport: Transport,
  followed: readonly Followed[],
  how: Following<V> = {},
): AsyncGenerator<StreamEvent<V>, void, undefined> {
  const [cursor, patience] = [new Cursor(followed), new Patience(Infinity, PAUSES)];
  let view: ViewMode = how.view ?? "patch";
  while (cursor.games.length) {
    try {
      for await (const each of connection(transport, cursor, { ...how, view })) {
        how.signal?.throwIfAborted();
        patience.restart();
        if (cursor.take(each)) yield each as StreamEvent<V>;
      }
      if (cursor.games.length) throw new Unreachable("the stream ended before the game did");
    } catch (why) {
      how.signal?.throwIfAborted();
      if (why instanceof Misfit) view = "full";
      const wait = patience.after(why);
      how.lost?.(why);
      await pause(wait, how.signal);
    }
  }
}

/** What one connection tells, until it is lost. */
async function* connection(
  transport: Transport,
  cursor: Cursor,
  how: Following<ViewMode>,
): AsyncGenerator<StreamEvent> {
  const [line, sights] = [new Line(how), how.view === "patch" ? new Sights() : undefined];
  const { games, tokens, marks } = cursor;
  try {
    const call = { path: "/v1/stream", query: { game: games, view: how.view }, token: tokens, signal: line.signal };
    const headers: Record<string, string> = marks ? { "Last-Event-ID": marks } : {};
    const { body, status } = await line.hear(transport.open({ ...call, headers }));
    if (status === 204 || !body) return cursor.close();
    for await (const frame of frames(body, (read) => line.hear(read), line.signal)) {
      const sent = told(frame);
      if (sent) yield sights ? await sights.whole(sent) : (sent as StreamEvent);
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

  constructor({ signal, silence = 60_000 }: Following<ViewMode>) {
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
