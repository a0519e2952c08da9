import { Patience, pause, Unreachable } from "@podesta/client";

/** What a topic tells its listeners. */
type Listener = (news: unknown) => void;

/** Reads the stream of a topic until a signal ends it, and tells what comes. */
export type Source = (topic: string, tell: Listener, signal: AbortSignal) => Promise<void>;

/**
 * What tabs say to each other: what one wants to hear, that it will, what is new, which stream seems dead, and who holds
 * the streams now.
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
/** Milliseconds after which a tab says again what it wants; three times that, and nobody wants it any more. */
const AGAIN = 20_000;
/** Milliseconds after which a tab that holds the streams, and does not answer, has lost them. */
const PATIENCE = 4_000;
/** Milliseconds for which the lock is requested again while that fails, and the pauses between two requests. */
const REFUSED = 15_000;
const PAUSES = { first: 500, longest: 4_000 };

/**
 * One of a browser's tabs holds the streams, and the others hear them: an address gets six connections, and no more. Which
 * one it is, a lock decides; without locks or a channel, as over plain HTTP from another machine, or where the browser
 * refuses them, each tab reads for itself.
 */
export class Tabs {
  readonly #source: Source;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #running = new Map<string, Running>();
  #channel = openChannel();
  #leads = !this.#channel;
  /** Is aborted when the lock is no longer requested or held as it is now. */
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

  /** Hear a topic, from the last that is known of it on; the function that is returned ends it. */
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

  /** Read a topic anew: its connection may have died without a word. */
  renew(topic: string): void {
    if (!this.#leads) this.#say({ dead: topic });
    else if (this.#running.has(topic)) {
      this.#end(topic);
      this.#run(topic);
    }
  }

  /** Hold the streams as soon as no other tab does; or at once, where that one does not answer. */
  #stand(steal = false): void {
    if (!this.#channel) return;
    this.#standing.abort();
    this.#standing = new AbortController();
    const { signal } = this.#standing;
    void this.#hold(steal, signal).catch(() => void (signal.aborted || this.#alone()));
  }

  /**
   * Request the lock again whenever it is refused or lost, after a pause; throws where that goes on for too long. A page
   * that is being left gets no lock, and an answer at once: it runs no timers either, and so requests nothing more.
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

  /** Request the lock, and lead while it is held. */
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

  /** Another tab has taken the streams over. */
  #yield(): void {
    this.#leads = false;
    for (const topic of [...this.#running.keys()]) this.#end(topic);
    for (const topic of this.#listeners.keys()) this.#ask(topic, true);
  }

  /** Read for oneself from now on. */
  #alone(): void {
    this.#standing.abort();
    this.#channel?.close();
    this.#channel = undefined;
    this.#lead();
  }

  /** The page is left: another tab may have the streams, and nothing is requested any more. */
  #leave(): void {
    clearTimeout(this.#impatience);
    if (!this.#channel) return;
    this.#standing.abort();
    this.#leads = false;
    for (const topic of [...this.#running.keys()]) this.#end(topic);
  }

  /** The page was kept while others were shown, and is shown again. */
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

  /** Somebody wants a topic: it is read from now on, or told as far as it is known. */
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

  /** Say again what is wanted; the tab that holds the streams ends those that nobody wants. */
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

/** What tabs talk on; nothing where there are no locks, or the browser refuses one of the two. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return navigator.locks && globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : undefined;
  } catch {
    return undefined;
  }
}
