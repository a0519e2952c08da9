// How Orval's calls reach the service.

import { address } from "./table";

/** A call of the service, answered as Orval's types say. */
export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(address + path, init);
  return { data: await response.json(), status: response.status, headers: response.headers } as T;
}
