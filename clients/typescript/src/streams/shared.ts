import type { StreamEvent, ViewMode, WholeMode } from "../types.js";
import { Problem } from "../wire/problem.js";
import { anyOf } from "../wire/signals.js";
import type { Transport } from "../wire/transport.js";
import type { Followed } from "./cursor.js";
import { Queue } from "./queue.js";
import { type Following, follow } from "./stream.js";

/** Where a game is followed: on a connection of its own, or on one that it shares. */
export interface Shared<V extends ViewMode = WholeMode> {
  /** The connection to share: then `lost`, `silence` and `view` are as they were set for it. */
  readonly on?: SharedStream<V> | undefined;
}

/** Games that the service sends on one stream, at most. */
const MOST_GAMES = 64;
/** Events that wait for a reader, at most; one who is slower leaves the stream, and joins it again later. */
const MOST_WAITING = 64;

/**
 * One connection for any number of games up to 64, of which each has a reader of its own: browsers allow six connections
 * to an address. A game joins when its reader begins, and leaves when that stops; the others go on without a gap.
 */
export class SharedStream<V extends ViewMode = WholeMode> {
  readonly #transport: Transport;
  readonly #how: Following<V>;
  readonly #readers = new Map<string, Reader<V>>();
  #stop = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(transport: Transport, how: Following<V>) {
    this.#transport = transport;
    this.#how = how;
  }

  /** The games that are on it now. */
  get games(): string[] {
    return [...this.#readers.keys()];
  }

  /** Everything that happens in a game until it has ended; throws its Problem, or the reason of a signal. */
  async *watch(followed: Followed, signal?: AbortSignal): AsyncGenerator<StreamEvent<V>, void, undefined> {
    signal?.throwIfAborted();
    const reader = this.#joined(followed);
    const stop = (): void => reader.stop(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      for await (const event of reader.events()) {
        signal?.throwIfAborted();
        yield event;
        if (reader.caughtUp()) this.#renew();
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      this.#left(reader);
    }
  }

  /** The readers to whom the stream has more to tell; one that was refused leaves only once it has read all before that. */
  get #open(): Reader<V>[] {
    return [...this.#readers.values()].filter((reader) => !reader.over);
  }

  #joined(followed: Followed): Reader<V> {
    const { game } = followed;
    if (this.#readers.has(game)) throw new Error(`${game} is on this stream; another seat needs its own`);
    if (this.#readers.size === MOST_GAMES) throw new Error(`a stream takes ${MOST_GAMES} games`);
    const reader = new Reader<V>(followed);
    this.#readers.set(game, reader);
    this.#renew();
    return reader;
  }

  #left(reader: Reader<V>): void {
    this.#readers.delete(reader.followed.game);
    if (!reader.over) this.#renew();
  }

  /** Open the connection anew for the games that are on it now; those who join at once have one together. */
  #renew(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#reading = this.#read(this.#stop.signal, this.#reading);
  }

  async #read(renewed: AbortSignal, before?: Promise<void>): Promise<void> {
    await before;
    const readers = this.#open.filter((reader) => !reader.behind);
    if (renewed.aborted || !readers.length) return;
    try {
      await this.#deliver(readers, renewed);
    } catch (why) {
      if (!renewed.aborted) await this.#refused(this.#open, why);
    }
  }

  async #deliver(readers: readonly Reader<V>[], renewed: AbortSignal): Promise<void> {
    const signal = this.#how.signal ? anyOf(this.#how.signal, renewed) : renewed;
    const games = readers.map(({ followed }) => followed);
    for await (const event of follow<V>(this.#transport, games, { ...this.#how, signal })) {
      if (renewed.aborted) return;
      this.#readers.get(event.data.game)?.take(event);
    }
    if (!renewed.aborted) for (const reader of readers) if (!reader.behind) reader.close();
  }

  /** A stream is refused as a whole: whose game is at fault shows when each is asked for, and the others go on. */
  async #refused(readers: readonly Reader<V>[], why: unknown): Promise<void> {
    const faults = why instanceof Problem ? await Promise.all(readers.map((reader) => this.#fault(reader))) : [];
    const found = faults.some(Boolean);
    for (const [index, reader] of readers.entries()) if (!found || faults[index]) reader.close(faults[index] ?? why);
    if (found) this.#renew();
  }

  async #fault({ followed: { game, token } }: Reader<V>): Promise<unknown> {
    const asked = this.#transport.json({ path: `/v1/games/${game}`, token });
    return asked.then(
      () => undefined,
      (error: unknown) => (error instanceof Problem ? error : undefined),
    );
  }
}

/** One game of a stream, and what its reader has not taken yet. */
class Reader<V extends ViewMode> {
  followed: Followed;
  /** Whether it has missed something: it must join the stream again. */
  behind = false;
  /** Whether the stream tells nothing more of it. */
  over = false;
  readonly #queue = new Queue<StreamEvent<V>>();

  constructor(followed: Followed) {
    this.followed = followed;
  }

  events(): AsyncIterable<StreamEvent<V>> {
    return this.#queue;
  }

  take(told: StreamEvent<V>): void {
    this.behind ||= this.#queue.length >= MOST_WAITING;
    if (this.behind) return;
    this.#queue.put(told);
    if (told.event === "end") this.close();
    else if (told.event !== "heartbeat") this.followed = { ...this.followed, after: told.data.revision };
  }

  /** Whether it was behind, and its reader has taken all there was. */
  caughtUp(): boolean {
    if (!this.behind || this.#queue.length) return false;
    this.behind = false;
    return true;
  }

  /** Nothing follows on the stream; `why` if something went wrong. */
  close(why?: unknown): void {
    this.over = true;
    this.#queue.close(why);
  }

  /** Its reader wants no more. */
  stop(why: unknown): void {
    this.#queue.close(why);
  }
}
