/** An error that may pass, so that a retry may succeed. */
interface Mending {
  readonly mending: boolean;
  readonly retryAfter?: number;
}

/** Upper bounds of pauses, in milliseconds: of the first, and of the longest. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

const OF_CALLS: Pauses = { first: 100, longest: 5_000 };

/** How long to retry while the service is unavailable, counted from the last success. */
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

  /** Start counting again after a success. */
  restart(): void {
    this.#until = this.#now() + this.#milliseconds;
    this.#tries = 0;
  }

  /**
   * Return the milliseconds until the next try: a random part of a bound that doubles, so that callers do not all
   * return at once, but at least a tenth of it, after the time that the service asked for. Throws the error if retrying
   * is useless or time is up.
   */
  after(error: unknown): number {
    const { mending, retryAfter = 0 } = Object(error) as Partial<Mending>;
    const bound = Math.min(this.#pauses.first * 2 ** this.#tries++, this.#pauses.longest);
    const wait = retryAfter + bound * (0.1 + 0.9 * Math.random());
    if (!mending || this.#now() + wait > this.#until) throw error;
    return wait;
  }
}

/** Paces calls by the `RateLimit` header: a caller with nothing left waits before the next call. */
export class Allowance {
  #free = 0;

  /** Read the header of a response: of each limit, `r` is what is left, `t` the seconds until it is full again. */
  take(header: string | null, now = Date.now()): void {
    for (const [, left, seconds] of header?.matchAll(/;\s*r=(\d+)\s*;\s*t=(\d+)/g) ?? [])
      if (left === "0") this.#free = Math.max(this.#free, now + Math.min(Number(seconds), 1) * 1000);
  }

  /** Return the milliseconds to wait before the next call: at most a second, when every limit allows some again. */
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
