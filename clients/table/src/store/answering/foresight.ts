import type { Answer, Preview } from "@podesta/client";

/** Milliseconds for which something is pointed at before its preview is asked for: a hand that passes by asks nothing. */
const POINTED = 60;

/** Milliseconds in which nothing is looked up ahead after a refusal: twice as many after each further one, up to the most. */
const [QUIET, LONGEST] = [2_000, 60_000];

type Look = () => Promise<Preview>;

/** The preview of what is pointed at, so that a touch does not wait for it. */
export class Foresight {
  #known = "";
  #seen: Promise<Preview> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet = 0;
  #until = 0;

  /** What a hand or a board looks up by itself: not while that is refused, as when clocks have run out. */
  async ahead(look: Look): Promise<Preview | undefined> {
    if (Date.now() < this.#until) return undefined;
    try {
      const seen = await look();
      this.#quiet = 0;
      return seen;
    } catch {
      this.#quiet = Math.min(LONGEST, 2 * this.#quiet || QUIET);
      this.#until = Date.now() + this.#quiet;
      return undefined;
    }
  }

  /** What answers would lead to at a revision: asked for now, unless it was when they were pointed at. */
  see(revision: number, answers: readonly Answer[], look: Look): Promise<Preview> {
    clearTimeout(this.#timer);
    const wanted = JSON.stringify([revision, answers]);
    if (this.#seen && this.#known === wanted) return this.#seen;
    const seen = look();
    [this.#known, this.#seen] = [wanted, seen];
    seen.catch(() => {
      if (this.#seen === seen) this.#seen = undefined;
    });
    return seen;
  }

  /** Answers are pointed at: their preview will be asked for, unless something else is pointed at soon. */
  point(revision: number, answers: readonly Answer[], look: Look): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ahead(() => this.see(revision, answers, look)), POINTED);
  }
}
