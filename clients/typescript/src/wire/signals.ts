/** Return a signal that aborts with the first of several; browsers have `AbortSignal.any` only since 2023 and 2024. */
export function anyOf(...signals: AbortSignal[]): AbortSignal {
  if (AbortSignal.any) return AbortSignal.any(signals);
  const first = new AbortController();
  for (const each of signals) {
    if (each.aborted) first.abort(each.reason);
    else each.addEventListener("abort", () => first.abort(each.reason), { once: true, signal: first.signal });
  }
  return first.signal;
}
