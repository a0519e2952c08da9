import { LANGUAGE } from "../words.js";
import type { Transport } from "./transport.js";

interface Kept {
  readonly tag: string;
  readonly value: unknown;
}

/** Caches rarely changing responses by ETag; a repeated request transfers only what has changed. */
export class Cache {
  readonly #transport: Transport;
  readonly #kept = new Map<string, Kept>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Return the JSON at a path, from the service or, if unchanged, from the cache. */
  get<T>(path: string): Promise<T> {
    const known = this.#kept.get(path) ?? this.#stored(path);
    const headers = known ? { "If-None-Match": known.tag } : {};
    return this.#transport.send({ path, headers }, async (answer) => {
      if (answer.status === 304) return known?.value as T;
      return this.#keep(path, { tag: answer.headers.get("ETag") ?? "", value: await answer.json() }) as T;
    });
  }

  #keep(path: string, kept: Kept): unknown {
    this.#kept.set(path, kept);
    try {
      this.#transport.settings.storage?.setItem(this.#key(path), JSON.stringify(kept));
    } catch {
      // the storage is full or forbidden: the next page only has to ask again
    }
    return kept.value;
  }

  #stored(path: string): Kept | undefined {
    try {
      const text = this.#transport.settings.storage?.getItem(this.#key(path));
      return text ? (JSON.parse(text) as Kept) : undefined;
    } catch {
      return undefined;
    }
  }

  #key(path: string): string {
    const { url, settings } = this.#transport;
    return `podesta ${url}${path} ${settings.language ?? LANGUAGE}`;
  }
}
