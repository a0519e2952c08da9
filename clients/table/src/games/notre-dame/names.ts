import { wrap } from "../../board/drawing/wrap";

/** A name, or its first word if the full name would be cut in that many lines. */
export function short(name: string, width: number, most: number): string {
  return wrap(name, width, 13, most).some((line) => line.endsWith("…")) ? (name.split(" ")[0] ?? name) : name;
}
