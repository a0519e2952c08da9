import type { components } from "../generated/rest.js";

type Wire = components["schemas"]["Problem"];

/** A problem as it is sent; its type may be unknown to this client. */
export type Told = Required<Omit<Wire, "type">> & { type: Wire["type"] | (string & {}) };

/** The values of fields that are omitted from a problem. */
const SILENT = { rule: "", rule_text: "", asked: "", answered: "", legal: [], revision: null, field: "" };

/** Statuses, from the service or a proxy before it, after which the same call may soon succeed. */
const MENDING = new Set([429, 502, 503, 504]);

export interface Problem extends Readonly<Told> {}

/**
 * A refusal (RFC 9457). Nothing has changed, unless its type is `outcome-unknown`.
 *
 * `title` and `detail` are for people; `type` is stable and for programs, with a class for each. `rule` is the number
 * of the rule that was broken, `legal` has the words that would have been accepted, and `revision` is the game's where
 * it matters.
 */
export class Problem extends Error {
  /** Milliseconds after which the same call may succeed; 0 if the service did not say. */
  readonly retryAfter: number;
  /** The id under which the service logged the call. */
  readonly requestId: string;

  constructor(told: Partial<Told>, retryAfter = 0, requestId = "") {
    super(told.detail ?? told.title ?? "");
    Object.assign(this, SILENT, told);
    this.name = told.type?.replace("/problems/", "") ?? "problem";
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }

  /** Whether the same call may soon succeed. */
  get mending(): boolean {
    return MENDING.has(this.status);
  }
}

/** The service was not reached, or the connection was lost before the response; `cause` says how. */
export class Unreachable extends Error {
  override readonly name: string = "unreachable";
  readonly mending = true;
}
