import { Patience, pause, Unreachable } from "@podesta/client";

/** Receives the news of a topic. */
type Listener = (news: unknown) => void;

/** Reads the stream of a topic until the signal aborts, and passes on its news. */
export type Source = (topic: string, tell: Listener, signal: AbortSignal) => Promise<void>;

/**
 * The messages between tabs: a topic is requested, a request is acknowledged, a stream seems dead, there is news, or a
 * tab now holds the streams.
 */
type Said =
  | { readonly want: string; readonly anew: boolean }
  | { readonly heard: string }
  | { readonly dead: string }
  | { readonly topic: string; readonly news: unknown }
  | { readonly leads: true };

interface Running {
  readonly stop: AbortController;
  last: unknown;
  wanted: number;
}

const NAME = "podesta streams";
/** Milliseconds between renewals of a tab's subscriptions, each of which lapses after three missed renewals. */
const AGAIN = 20_000;
/** Milliseconds without an answer after which another tab takes over the streams. */
const PATIENCE = 4_000;
/** How long to retry a failing request for the lock, in milliseconds, and the pauses between tries. */
const REFUSED = 15_000;
const PAUSES = { first: 500, longest: 4_000 };

/**
 * Shares streams among a browser's tabs, since an address gets at most six connections: one tab holds the streams, and
 * the others listen to it. A lock decides which one. Without locks or a channel, as over plain HTTP from another
 * machine or where the browser refuses them, each tab reads for itself.
 */
export class Tabs {
  readonly #source: Source;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #running = new Map<string, Running>();
  #channel = openChannel();
  #leads = !this.#channel;
  /** Aborted when the current request for the lock, or the lock, is given up. */
  #standing = new AbortController();
  readonly #patience = new Patience(REFUSED, PAUSES);
  #impatience: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source) {
    this.#source = source;
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }) => this.#take(data as Said);
    setInterval(() => this.#again(), AGAIN);
    addEventListener("pagehide", () => this.#leave());
    addEventListener("pageshow", ({ persisted }) => void (persisted && this.#return()));
    this.#stand();
  }

  /** Listens to a topic, starting with its last known news. Returns a function that stops it. */
  hear(topic: string, listener: Listener): () => void {
    const all = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, all.add(listener));
    if (this.#leads) this.#want(topic, listener);
    else this.#ask(topic, true);
    return () => {
      all.delete(listener);
      if (!all.size) this.#listeners.delete(topic);
      if (!this.#channel && !all.size) this.#end(topic);
    };
  }

  /** Reads a topic again, since its connection may have died silently. */
  renew(topic: string): void {
    if (!this.#leads) this.#say({ dead: topic });
    else if (this.#running.has(topic)) {
      this.#end(topic);
      this.#run(topic);
    }
  }

  /** Requests the lock on the streams, or takes it from a tab that does not answer. */
  #stand(steal = false): void {
    if (!this.#channel) return;
    this.#standing.abort();
    this.#standing = new AbortController();
    const { signal } = this.#standing;
    void this.#hold(steal, signal).catch(() => void (signal.aborted || this.#alone()));
  }

  /**
   * Requests the lock again, after a pause, whenever it is refused or lost; throws if that continues for too long. A
   * page that is being left is refused at once, but runs no timers, and so stops requesting.
   */
  async #hold(steal: boolean, signal: AbortSignal): Promise<void> {
    for (let how: LockOptions = steal ? { steal } : { signal }; !signal.aborted; how = { signal }) {
      const why = await this.#request(how, signal).catch((error: unknown) => error);
      signal.throwIfAborted();
      this.#yield();
      await pause(this.#patience.after(new Unreachable("the lock is refused or lost", { cause: why })), signal);
      if ((why as Error | undefined)?.name === "InvalidStateError") throw why;
    }
  }

  /** Requests the lock, and leads while it is held. */
  async #request(how: LockOptions, signal: AbortSignal): Promise<void> {
    let since = Date.now();
    await navigator.locks
      .request(NAME, how, () => {
        if (signal.aborted) return undefined;
        since = Date.now();
        this.#lead();
        return new Promise((left) => signal.addEventListener("abort", left, { once: true }));
      })
      .finally(() => void (Date.now() - since > AGAIN && this.#patience.restart()));
  }

  #lead(): void {
    clearTimeout(this.#impatience);
    this.#leads = true;
    this.#say({ leads: true });
    for (const topic of this.#listeners.keys()) this.#run(topic);
  }

  /** Stops reading after another tab has taken over the streams. */
  #yield(): void {
    this.#leads = false;
    for (const topic of [...this.#running.keys()]) this.#end(topic);
    for (const topic of this.#listeners.keys()) this.#ask(topic, true);
  }

  /** Reads without the other tabs from now on. */
  #alone(): void {
    this.#standing.abort();
    this.#channel?.close();
    this.#channel = undefined;
    this.#lead();
  }

  /** Gives up the streams to another tab when the page is left, and requests nothing more. */
  #leave(): void {
    clearTimeout(this.#impatience);
    if (!this.#channel) return;
    this.#standing.abort();
    this.#leads = false;
    for (const topic of [...this.#running.keys()]) this.#end(topic);
  }

  /** Resumes when the page is shown again from the browser's back/forward cache. */
  #return(): void {
    this.#patience.restart();
    this.#stand();
    if (this.#channel) for (const topic of this.#listeners.keys()) this.#ask(topic, true);
  }

  #ask(topic: string, anew: boolean): void {
    this.#say({ want: topic, anew });
    if (document.hidden) return;
    clearTimeout(this.#impatience);
    this.#impatience = setTimeout(() => this.#stand(true), PATIENCE);
  }

  #take(said: Said): void {
    this.#patience.restart();
    if ("topic" in said) this.#hand(said.topic, said.news);
    else if ("want" in said && this.#leads) this.#want(said.want, said.anew ? "others" : undefined);
    else if ("dead" in said && this.#leads) this.renew(said.dead);
    else if ("heard" in said) clearTimeout(this.#impatience);
    else if ("leads" in said) for (const topic of this.#listeners.keys()) this.#ask(topic, true);
  }

  /** Handles a request for a topic: starts reading it, or repeats its last news. */
  #want(topic: string, whom: Listener | "others" | undefined): void {
    if (typeof whom !== "function") this.#say({ heard: topic });
    const running = this.#running.get(topic);
    if (!running) {
      this.#run(topic);
      return;
    }
    running.wanted = Date.now();
    if (running.last === undefined || !whom) return;
    if (whom === "others") this.#say({ topic, news: running.last });
    else whom(running.last);
  }

  #run(topic: string): void {
    if (this.#running.has(topic)) return;
    const running: Running = { stop: new AbortController(), last: undefined, wanted: Date.now() };
    this.#running.set(topic, running);
    const tell = (news: unknown): void => {
      running.last = news;
      this.#hand(topic, news);
      this.#say({ topic, news });
    };
    const done = (): void => {
      if (this.#running.get(topic) === running) this.#running.delete(topic);
    };
    void this.#source(topic, tell, running.stop.signal).finally(done);
  }

  #end(topic: string): void {
    this.#running.get(topic)?.stop.abort(new Error("nobody listens"));
    this.#running.delete(topic);
  }

  /** Renews this tab's subscriptions; the tab that holds the streams ends those that have lapsed. */
  #again(): void {
    if (!this.#leads) for (const topic of this.#listeners.keys()) this.#ask(topic, false);
    for (const [topic, { wanted }] of [...this.#running])
      if (!this.#listeners.has(topic) && Date.now() - wanted > 3 * AGAIN) this.#end(topic);
  }

  #hand(topic: string, news: unknown): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener(news);
  }

  #say(said: Said): void {
    try {
      this.#channel?.postMessage(said);
    } catch {
      this.#alone();
    }
  }
}

/** The channel between tabs; undefined if there are no locks, or the browser refuses either. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return navigator.locks && globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : undefined;
  } catch {
    return undefined;
  }
}
