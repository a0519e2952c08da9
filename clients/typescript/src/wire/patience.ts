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
    const { mending, retryAfter = 0 } = Object(error) as Partial<Mending>;
    const bound = Math.min(this.#pauses.first * 2 ** this.#tries++, this.#pauses.longest);
    const wait = retryAfter + bound * (0.1 + 0.9 * Math.random());
    if (!mending || this.#now() + wait > this.#until) throw error;
    return wait;
  }
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
  if (milliseconds > 0 && !signal?.aborted)
    await new Promise<void>((done) => {
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener("abort", end);
      function end(): void {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        done();
      }
    });
  signal?.throwIfAborted();
}
