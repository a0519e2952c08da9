import type { StreamEvent, ViewMode, WholeMode } from "../types.js";
import { Problem } from "../wire/problem.js";
import { anyOf } from "../wire/signals.js";
import type { Transport } from "../wire/transport.js";
import type { Followed } from "./cursor.js";
import { Queue } from "./queue.js";
import { type Following, follow } from "./stream.js";

/** Where a game is followed: on a connection of its own or on a shared one. */
export interface Shared<V extends ViewMode = WholeMode> {
  /** The connection to share; `lost`, `silence` and `view` are then as set for it. */
  readonly on?: SharedStream<V> | undefined;
}

/** The maximum number of games that the service sends on one stream. */
const MOST_GAMES = 64;
/** The maximum number of events queued for a reader. A slower reader leaves the stream and rejoins it later. */
const MOST_WAITING = 64;

/**
 * One connection for up to 64 games, each with its own reader, since browsers allow six connections per address. A game
 * joins when its reader starts and leaves when it stops; the others continue without a gap.
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

  /** The games currently on it. */
  get games(): string[] {
    return [...this.#readers.keys()];
  }

  /** Yield everything that happens in a game until it ends; throws its Problem, or a signal's reason. */
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

  /** The readers that expect more events. A refused one is not among them, but leaves only after reading its queue. */
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

  /** Reconnect for the current games; those that join at the same time share one new connection. */
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

  /** A stream is refused as a whole: request each game alone to find those at fault, and continue with the others. */
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

/** One game of a stream, with the events that its reader has not taken yet. */
class Reader<V extends ViewMode> {
  followed: Followed;
  /** Whether it has missed events and must rejoin the stream. */
  behind = false;
  /** Whether the stream has no more events for it. */
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

  /** Whether it was behind and its reader has now taken the whole queue. */
  caughtUp(): boolean {
    if (!this.behind || this.#queue.length) return false;
    this.behind = false;
    return true;
  }

  /** End the events from the stream; `why` is the error, if any. */
  close(why?: unknown): void {
    this.over = true;
    this.#queue.close(why);
  }

  /** End the events on behalf of the reader. */
  stop(why: unknown): void {
    this.#queue.close(why);
  }
}
