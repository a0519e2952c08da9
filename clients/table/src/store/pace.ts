import type { Update } from "@podesta/client";

/** Milliseconds for which each revision of a burst is shown. */
export const STEP = 250;
/** Revisions that may wait to be shown; with more, nobody could follow, and all are shown at once. */
const MOST = 8;

/** Whoever wishes for no motion sees every update at once. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Shows updates one after the other, so that a bot's burst can be followed; each revision once and in order. */
export class Pace {
  readonly #waiting: Update[] = [];
  readonly #show: (update: Update) => void;
  #newest: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(newest: number, show: (update: Update) => void) {
    this.#newest = newest;
    this.#show = show;
  }

  /** Take an update from the stream or from the answer to a command, whichever is first. */
  take(update: Update): void {
    if (update.revision <= this.#newest) return;
    this.#newest = update.revision;
    this.#waiting.push(update);
    if (document.hidden || STILL.matches || this.#waiting.length > MOST) this.skip();
    else if (this.#timer === undefined) this.#next();
  }

  /** Show everything at once: whoever touches the table does not wait for it. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const update of this.#waiting.splice(0)) this.#show(update);
  }

  #next(): void {
    this.#timer = undefined;
    const update = this.#waiting.shift();
    if (!update) return;
    this.#show(update);
    this.#timer = setTimeout(() => this.#next(), update.notes.length ? STEP : 0);
  }
}
