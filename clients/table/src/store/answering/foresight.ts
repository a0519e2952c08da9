import type { Answer, Preview } from "@podesta/client";

/** Milliseconds for which something is pointed at before its preview is asked for: a hand that passes by asks nothing. */
const POINTED = 60;

type Look = () => Promise<Preview>;

/** The preview of what is pointed at, so that a touch does not wait for it. */
export class Foresight {
  #known = "";
  #seen: Promise<Preview> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    this.#timer = setTimeout(() => void this.see(revision, answers, look).catch(() => undefined), POINTED);
  }
}
