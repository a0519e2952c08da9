/** Tries to use the browser's storage; undefined if site data are blocked, which some browsers only reveal on use. */
function tried<T>(what: () => T): T | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

/**
 * The only access to the browser's storage, which may be blocked or full. What it does not take is kept until the page
 * closes, and `failing` is set.
 */
class Kept {
  readonly #store = tried(() => localStorage);
  readonly #memory = new Map<string, string>();
  /** Whether something could not be stored. */
  failing = $state(false);

  getItem(name: string): string | null {
    return this.#memory.get(name) ?? tried(() => this.#store?.getItem(name)) ?? null;
  }

  /** Stores a text, and returns whether it survives the page. */
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

/** Reads a value, which may be anything, and converts it with `fitting`; undefined if there is none. */
export function read<T>(name: string, fitting: (found: unknown) => T | undefined): T | undefined {
  try {
    return fitting(JSON.parse(storage.getItem(name) ?? "null") ?? undefined);
  } catch {
    return undefined;
  }
}

/** The members of a value, if it is an object; else none. */
export function membersOf(found: unknown): Record<string, unknown> {
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

/** A value, if it is a text. */
export function asText(found: unknown): string | undefined {
  return typeof found === "string" ? found : undefined;
}

/** A value, if it is a list. */
export function asList(found: unknown): readonly unknown[] {
  return Array.isArray(found) ? found : [];
}

/** Stores a value under a name, and returns whether it survives the page. */
export function write(name: string, value: unknown): boolean {
  return storage.setItem(name, JSON.stringify(value));
}
