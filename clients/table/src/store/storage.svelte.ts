/** What the browser's storage answers; nothing where site data are blocked, of which not all browsers say so at once. */
function tried<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

/**
 * The only place that uses the browser's storage, which may be blocked, and may be full: what it does not take is kept
 * until the page is closed, and `failing` says so.
 */
class Kept {
  readonly #store = tried(() => localStorage);
  readonly #memory = new Map<string, string>();
  /** Whether something could not be kept. */
  failing = $state(false);

  getItem(name: string): string | null {
    return this.#memory.get(name) ?? tried(() => this.#store?.getItem(name)) ?? null;
  }

  /** Keep a text; whether it outlives the page. */
  setItem(name: string, value: string): boolean {
    try {
      if (!this.#store) throw new Error("site data are blocked");
      this.#store.setItem(name, value);
      this.#memory.delete(name);
      return true;
    } catch {
      this.#memory.set(name, value);
      this.failing = true;
      return false;
    }
  }

  removeItem(name: string): void {
    this.#memory.delete(name);
    tried(() => this.#store?.removeItem(name));
  }

  names(): string[] {
    return [...new Set([...(tried(() => Object.keys(this.#store ?? {})) ?? []), ...this.#memory.keys()])];
  }
}

export const storage = new Kept();

/** What is kept under a name, which may be anything: as `fitting` makes of it; nothing where there is none. */
export function read<T>(name: string, fitting: (found: unknown) => T | undefined): T | undefined {
  try {
    return fitting(JSON.parse(storage.getItem(name) ?? "null") ?? undefined);
  } catch {
    return undefined;
  }
}

/** The members of what was found: none where it has none. */
export function membersOf(found: unknown): Record<string, unknown> {
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

/** What was found, if it is a text. */
export function asText(found: unknown): string | undefined {
  return typeof found === "string" ? found : undefined;
}

/** What was found, if it is a list. */
export function asList(found: unknown): readonly unknown[] {
  return Array.isArray(found) ? found : [];
}

/** Keep a value under a name; whether it outlives the page. */
export function write(name: string, value: unknown): boolean {
  return storage.setItem(name, JSON.stringify(value));
}
