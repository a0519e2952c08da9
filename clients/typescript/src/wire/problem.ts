import type { components } from "../generated/rest.js";

type Wire = components["schemas"]["Problem"];

/** A problem as it is told; of a type, perhaps, that this client does not know yet. */
export type Told = Required<Omit<Wire, "type">> & { type: Wire["type"] | (string & {}) };

/** What the wire leaves out of a problem when there is nothing to say. */
const SILENT = { rule: "", rule_text: "", asked: "", answered: "", legal: [], revision: null, field: "" };

/** The statuses of a service, or of a proxy before it, that may well answer the same call in a moment. */
const MENDING = new Set([429, 502, 503, 504]);

export interface Problem extends Readonly<Told> {}

/**
 * A refusal (RFC 9457): nothing has changed, unless its type is `outcome-unknown`.
 *
 * `title` and `detail` are for people, `type` is stable and for programs: each has a class of its own. `rule` numbers
 * the rule that was broken, `legal` are the words that would have been taken, `revision` is the game's where it matters.
 */
export class Problem extends Error {
  /** Milliseconds after which the same call may be answered; 0: the service did not say. */
  readonly retryAfter: number;
  /** The id under which the service has logged the call. */
  readonly requestId: string;

  constructor(told: Partial<Told>, retryAfter = 0, requestId = "") {
    super(told.detail ?? told.title ?? "");
    Object.assign(this, SILENT, told);
    this.name = told.type?.replace("/problems/", "") ?? "problem";
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }

  /** Whether the same call may well succeed in a moment. */
  get mending(): boolean {
    return MENDING.has(this.status);
  }
}

/** No service was reached, or the connection was lost before its answer was there: `cause` says how. */
export class Unreachable extends Error {
  override readonly name: string = "unreachable";
  readonly mending = true;
}
