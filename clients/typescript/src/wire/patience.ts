/** Something that may mend by itself: tried again, it may succeed. */
interface Mending {
  readonly mending: boolean;
  readonly retryAfter?: number;
}

/** How long pauses are, in milliseconds: the first at most, and the longest at most. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

const OF_CALLS: Pauses = { first: 100, longest: 5_000 };

/** How long to go on trying while the service is away, counted from the last success. */
export class Patience {
  #until = 0;
  #tries = 0;
  readonly #milliseconds: number;
  readonly #pauses: Pauses;
  readonly #now: () => number;

  constructor(milliseconds: number, pauses = OF_CALLS, now: () => number = Date.now) {
    this.#milliseconds = milliseconds;
    this.#pauses = pauses;
    this.#now = now;
    this.restart();
  }

  /** Something worked: count anew. */
  restart(): void {
    this.#until = this.#now() + this.#milliseconds;
    this.#tries = 0;
  }

  /**
   * Milliseconds until the next try: at random below a bound that doubles, so that not all callers come back at once, but
   * a tenth of it at least, and never less than the service asked for. Throws the error where trying again is of no use,
   * or time is up.
   */
  after(error: unknown): number {
    const bound = Math.min(this.#pauses.first * 2 ** this.#tries++, this.#pauses.longest);
    const wait = (isMending(error) ? (error.retryAfter ?? 0) : 0) + bound * (0.1 + 0.9 * Math.random());
    if (!isMending(error) || this.#now() + wait > this.#until) throw error;
    return wait;
  }
}

function isMending(error: unknown): error is Mending {
  return error instanceof Error && !!(error as Partial<Mending>).mending;
}

/** What the header `RateLimit` told: a caller that has nothing left waits before it calls again. */
export class Allowance {
  #free = 0;

  /** Take the header of an answer into account: of each limit, `r` is what is left, `t` the seconds until all is back. */
  take(header: string | null, now = Date.now()): void {
    for (const [, left, seconds] of header?.matchAll(/;\s*r=(\d+)\s*;\s*t=(\d+)/g) ?? [])
      if (left === "0") this.#free = Math.max(this.#free, now + Math.min(Number(seconds), 1) * 1000);
  }

  /** Milliseconds to wait before the next call: a second at most, by which time every limit has something again. */
  wait(now = Date.now()): number {
    return Math.max(0, this.#free - now);
  }
}

/** Wait; rejects with the signal's reason as soon as it is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  if (milliseconds > 0) await waited(milliseconds, signal);
}

function waited(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = (): void => {
      clearTimeout(timer);
      fail(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
