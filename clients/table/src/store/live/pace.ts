import type { Update } from "@podesta/client";

/** Revisions that may wait to be shown; with more, nobody could follow, and all are shown at once. */
const MOST = 24;
/** Of those, as many as are shown at the wished pace: of more, each is shown for less. */
const CALM = 6;

/** Whoever wishes for no motion sees every update at once. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** What becomes of updates. */
interface Shown {
  readonly show: (update: Update) => void;
  /** Milliseconds for which the motions of an update last. */
  readonly lasts: (update: Update) => number;
  /** Milliseconds for which somebody wishes to see each update, at least; 0 for all at once. */
  readonly least: () => number;
  /** Hears how many still wait to be shown. */
  readonly waiting: (count: number) => void;
}

/** Shows updates one after the other, so that a bot's burst can be followed; each revision once and in order. */
export class Pace {
  readonly #waiting: Update[] = [];
  readonly #shown: Shown;
  #newest: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(newest: number, shown: Shown) {
    this.#newest = newest;
    this.#shown = shown;
  }

  /** Take an update from the stream or from the answer to a command, whichever is first. */
  take(update: Update): void {
    if (update.revision <= this.#newest) return;
    this.#newest = update.revision;
    this.#waiting.push(update);
    if (document.hidden || STILL.matches || this.#waiting.length > MOST || this.#shown.least() === 0) this.skip();
    else if (this.#timer === undefined) this.#next();
    else this.#shown.waiting(this.#waiting.length);
  }

  /** Show everything at once: whoever touches the table does not wait for it. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const update of this.#waiting.splice(0)) this.#shown.show(update);
    this.#shown.waiting(0);
  }

  #next(): void {
    this.#timer = undefined;
    const update = this.#waiting.shift();
    this.#shown.waiting(this.#waiting.length);
    if (!update) return;
    this.#shown.show(update);
    this.#timer = setTimeout(() => this.#next(), update.notes.length ? this.#pause(update) : 0);
  }

  #pause(update: Update): number {
    const hurry = Math.max(1, this.#waiting.length / CALM);
    return Math.max(this.#shown.least(), this.#shown.lasts(update)) / hurry;
  }
}
