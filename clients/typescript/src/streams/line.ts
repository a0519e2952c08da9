import { Patience, type Pauses, pause } from "../wire/patience.js";
import { Unreachable } from "../wire/problem.js";
import { anyOf } from "../wire/signals.js";

/** Options for listening on a connection. */
export interface Listening {
  /** Ends the stream when aborted: its iterator then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the connection is lost, before reconnecting. */
  readonly lost?: ((why: unknown) => void) | undefined;
  /** Milliseconds of silence after which a connection counts as lost; default: two heartbeats plus 5 seconds. */
  readonly silence?: number | undefined;
}

/** A connection that is closed after too long a silence. */
export class Line {
  readonly #own = new AbortController();
  /** Allowed silence in milliseconds; undefined until the server has announced its heartbeat. */
  silence: number | undefined;
  readonly signal: AbortSignal;

  constructor({ signal, silence }: Listening) {
    this.silence = silence;
    this.signal = signal ? anyOf(signal, this.#own.signal) : this.#own.signal;
  }

  /** Wait for the response that opens a stream; its header announces the heartbeat. */
  async answer(opening: Promise<Response>): Promise<Response> {
    const answer = await this.hear(opening);
    this.silence ??= 5_000 + 2_000 * Number(answer.headers.get("Heartbeat-Seconds") ?? 15);
    return answer;
  }

  /** Wait for the next read. Silence counts only while waiting, since the reader of the stream may be slow. */
  async hear<T>(next: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.close(), this.silence ?? 35_000);
    return next.finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#own.abort();
  }
}

const PAUSES: Pauses = { first: 1_000, longest: 5_000 };

/**
 * Yield the events of successive connections until `over`, across lost connections and restarts of the service. Retries
 * without limit; throws the Problem with which the service ends the stream, or a signal's reason.
 */
export async function* lasting<E>(
  connect: () => AsyncIterable<E>,
  how: Listening,
  over: () => boolean = () => false,
): AsyncGenerator<E, void, undefined> {
  const patience = new Patience(Infinity, PAUSES);
  while (!over()) {
    try {
      for await (const each of connect()) {
        how.signal?.throwIfAborted();
        patience.restart();
        yield each;
      }
      if (!over()) throw new Unreachable("the stream was cut off");
    } catch (why) {
      how.signal?.throwIfAborted();
      const wait = patience.after(why);
      how.lost?.(why);
      await pause(wait, how.signal);
    }
  }
}
