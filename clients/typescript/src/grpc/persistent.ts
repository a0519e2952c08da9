import { Patience, pause } from "../wire/patience.js";
import { raised } from "./problems.js";

type Method = (...given: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/**
 * A client whose calls are made again while the service is away, and throw what the service says. Streams are not made
 * again by themselves: only their reader knows where to go on.
 */
export function persistent<T extends object>(client: T, patience: number): T {
  return new Proxy(client, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as Method;
      return (...given: readonly unknown[]) => {
        const begun = method(...given);
        return Symbol.asyncIterator in begun ? streamed(begun) : called(begun, method, given, patience);
      };
    },
  });
}

async function called(
  begun: unknown,
  method: Method,
  given: readonly unknown[],
  milliseconds: number,
): Promise<unknown> {
  const [patience, signal] = [new Patience(milliseconds), (given[1] as { signal?: AbortSignal } | undefined)?.signal];
  for (let made = begun; ; made = method(...given)) {
    try {
      return await made;
    } catch (error) {
      signal?.throwIfAborted();
      await pause(patience.after(raised(error)), signal);
    }
  }
}

async function* streamed(begun: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* begun;
  } catch (error) {
    throw raised(error);
  }
}
