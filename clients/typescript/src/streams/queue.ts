/** What is put in at one end and taken out at the other, in order; once closed, what was put in is still taken out. */
export class Queue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #closed = false;
  #why: unknown;
  #wake = (): void => {};

  /** How many are still to be taken. */
  get length(): number {
    return this.#waiting.length;
  }

  put(each: T): void {
    this.#waiting.push(each);
    this.#wake();
  }

  /** Nothing follows; whoever takes out then gets `why` thrown, if something went wrong. */
  close(why?: unknown): void {
    this.#closed = true;
    this.#why ??= why;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      for (let each = this.#waiting.shift(); each !== undefined; each = this.#waiting.shift()) yield each;
      if (this.#why) throw this.#why;
      if (this.#closed) return;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
