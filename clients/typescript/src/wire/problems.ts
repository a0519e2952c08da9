import { PROBLEMS } from "../generated/problems.js";
import type { Schemas } from "../types.js";
import { Problem, type Told } from "./problem.js";

/** The stable types of problems. */
export type ProblemType = `/problems/${keyof typeof PROBLEMS}`;

/** The exception for a problem as the service tells it; of a type that this client does not know yet, a plain Problem. */
export function problem(told: Partial<Told>, retryAfter = 0, requestId = ""): Problem {
  const kind = PROBLEMS[told.type?.replace("/problems/", "") as keyof typeof PROBLEMS] as typeof Problem | undefined;
  return new (kind ?? Problem)(told, retryAfter, requestId);
}

/** The exception for an answer of HTTP that is a refusal, whoever between here and the service gave it. */
export async function refusal(answer: Response): Promise<Problem> {
  const body: unknown = await answer.json().catch(() => undefined);
  const told = isProblem(body) ? body : { type: "about:blank", status: answer.status, title: answer.statusText };
  return problem(told, retryAfter(answer), answer.headers.get("X-Request-ID") ?? "");
}

function isProblem(body: unknown): body is Schemas["Problem"] {
  const { type, status } = (body ?? {}) as Partial<Told>;
  return !!type && !!status;
}

/** Milliseconds that `Retry-After` asks for, in seconds or as a date; 0 without one. */
export function retryAfter(answer: Response, now = Date.now()): number {
  const wish = answer.headers.get("Retry-After") ?? "";
  const wait = /^\d+$/.test(wish) ? Number(wish) * 1000 : Date.parse(wish) - now;
  return Math.max(0, wait || 0);
}
