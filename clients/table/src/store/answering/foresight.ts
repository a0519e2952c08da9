import type { Answer, Preview } from "@podesta/client";

/** Milliseconds to point at something before its preview is requested, so that a passing pointer requests nothing. */
const POINTED = 60;

/** Milliseconds without previews after a refusal, doubled after each further one, up to the maximum. */
const [QUIET, LONGEST] = [2_000, 60_000];

type Look = () => Promise<Preview>;

/** Requests the preview of what is pointed at, so that a touch need not wait for it. */
export class Foresight {
  #known = "";
  #seen: Promise<Preview> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet = 0;
  #until = 0;

  /** Looks something up unprompted, but not for a while after a refusal, as when clocks have run out. */
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

  /** Previews answers at a revision, unless they were already previewed when pointed at. */
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

  /** Previews the answers pointed at after a moment, unless something else is pointed at first. */
  point(revision: number, answers: readonly Answer[], look: Look): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ahead(() => this.see(revision, answers, look)), POINTED);
  }
}
