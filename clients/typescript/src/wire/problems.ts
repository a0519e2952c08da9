import { PROBLEMS } from "../generated/problems.js";
import type { Schemas } from "../types.js";
import { Problem, type Told } from "./problem.js";

/** The stable types of problems. */
export type ProblemType = `/problems/${keyof typeof PROBLEMS}`;

/** Return the exception for a problem from the service: a plain Problem if its type is unknown to this client. */
export function problem(told: Partial<Told>, retryAfter = 0, requestId = ""): Problem {
  const kind = PROBLEMS[told.type?.replace("/problems/", "") as keyof typeof PROBLEMS] as typeof Problem | undefined;
  return new (kind ?? Problem)(told, retryAfter, requestId);
}

/** Return the exception for an HTTP response that is a refusal, by the service or by a proxy before it. */
export async function refusal(answer: Response): Promise<Problem> {
  const body: unknown = await answer.json().catch(() => undefined);
  const told = isProblem(body) ? body : { type: "about:blank", status: answer.status, title: answer.statusText };
  return problem(told, retryAfter(answer), answer.headers.get("X-Request-ID") ?? "");
}

function isProblem(body: unknown): body is Schemas["Problem"] {
  const { type, status } = (body ?? {}) as Partial<Told>;
  return !!type && !!status;
}

/** Return the milliseconds that `Retry-After` asks for, in seconds or as a date; 0 without one. */
export function retryAfter(answer: Response, now = Date.now()): number {
  const wish = answer.headers.get("Retry-After") ?? "";
  const wait = /^\d+$/.test(wish) ? Number(wish) * 1000 : Date.parse(wish) - now;
  return Math.max(0, wait || 0);
}
