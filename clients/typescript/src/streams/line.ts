import { Patience, type Pauses, pause } from "../wire/patience.js";
import { Unreachable } from "../wire/problem.js";
import { anyOf } from "../wire/signals.js";

/** What a connection needs to know of who waits on it. */
export interface Listening {
  /** Ends the stream: its iterator then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Is called when the connection is lost, before it is made again. */
  readonly lost?: ((why: unknown) => void) | undefined;
  /** Milliseconds without a heartbeat after which a connection counts as lost: two beats of the service and 5 seconds. */
  readonly silence?: number | undefined;
}

/** A connection that is given up when nothing is heard on it for too long. */
export class Line {
  readonly #own = new AbortController();
  /** Milliseconds of silence that are borne; nothing before anybody has said how many. */
  silence: number | undefined;
  readonly signal: AbortSignal;

  constructor({ signal, silence }: Listening) {
    this.silence = silence;
    this.signal = signal ? anyOf(signal, this.#own.signal) : this.#own.signal;
  }

  /** Wait for the answer that opens a stream: it says how often its heart beats. */
  async answer(opening: Promise<Response>): Promise<Response> {
    const answer = await this.hear(opening);
    this.silence ??= 5_000 + 2_000 * Number(answer.headers.get("Heartbeat-Seconds") ?? 15);
    return answer;
  }

  /** Wait for what comes next; only now is the silence measured, for a reader may take its time. */
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
 * What one connection after the other tells, until all is told: over lost connections and restarts of the service. It
 * never gives up by itself; throws the Problem that the service ends a stream with, or the reason of a signal.
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
