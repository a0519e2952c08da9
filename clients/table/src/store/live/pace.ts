import type { Update } from "@podesta/client";

/** The maximum number of revisions waiting to be shown; more could not be followed, so all are shown at once. */
const MOST = 24;
/** The number of them shown at the chosen pace; with more, each is shown for a shorter time. */
const CALM = 6;

/** With reduced motion, every update is shown at once. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** How updates are shown. */
interface Shown {
  readonly show: (update: Update) => void;
  /** The duration of an update's motions, in milliseconds. */
  readonly lasts: (update: Update) => number;
  /** The least time to show each update, in milliseconds; 0 to show all at once. */
  readonly least: () => number;
  /** Called with the number of updates still to be shown. */
  readonly waiting: (count: number) => void;
}

/** Shows updates one after another, so that a burst of bots can be followed; each revision once and in order. */
export class Pace {
  readonly #waiting: Update[] = [];
  readonly #shown: Shown;
  #newest: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(newest: number, shown: Shown) {
    this.#newest = newest;
    this.#shown = shown;
  }

  /** Takes an update from the stream or from the response to a command, whichever comes first. */
  take(update: Update): void {
    if (update.revision <= this.#newest) return;
    this.#newest = update.revision;
    this.#waiting.push(update);
    if (document.hidden || STILL.matches || this.#waiting.length > MOST || this.#shown.least() === 0) this.skip();
    else if (this.#timer === undefined) this.#next();
    else this.#shown.waiting(this.#waiting.length);
  }

  /** Shows everything at once, as when the player touches the table. */
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
