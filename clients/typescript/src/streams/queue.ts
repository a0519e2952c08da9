/** An asynchronous queue, first in, first out. Once closed, it still yields what was put in before. */
export class Queue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #closed = false;
  #why: unknown;
  #wake = (): void => {};

  /** The number of items waiting. */
  get length(): number {
    return this.#waiting.length;
  }

  put(each: T): void {
    this.#waiting.push(each);
    this.#wake();
  }

  /** Close the queue. If `why` is given, it is thrown to the reader after the last item. */
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
