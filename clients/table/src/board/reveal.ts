const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Between which heights of the window the board is seen: what stays at its edges covers the rest. */
function seen(): { readonly high: number; readonly low: number } {
  const [above, below] = [document.querySelector("[data-above]"), document.querySelector("[data-below]")];
  const low = below?.getBoundingClientRect().top ?? innerHeight;
  return { high: above?.getBoundingClientRect().bottom ?? 0, low: Math.min(innerHeight, low) };
}

function scroll(by: number): void {
  scrollBy({ top: by, behavior: STILL.matches ? "auto" : "smooth" });
}

/**
 * Bring something lit into sight where nothing lit is: the question at the lower edge of a phone asks for things that
 * may be far above or below.
 */
export function reveal(board: Element | undefined): void {
  const all = [...(board?.querySelectorAll(".lit") ?? [])].map((thing) => thing.getBoundingClientRect());
  const { high, low } = seen();
  const [first] = all;
  if (!first || all.some(({ top, bottom }) => top >= high && bottom <= low)) return;
  scroll((first.top + first.bottom) / 2 - (high + low) / 2);
}

/** Bring a place of the board to the upper edge of what is seen of it. */
export function goTo(board: Element | undefined, place: string): void {
  const found = board?.querySelector(`[data-place="${place}"], [data-id="${place}"]`);
  if (found) scroll(found.getBoundingClientRect().top - seen().high - 6);
}
