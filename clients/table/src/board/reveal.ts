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

/** Milliseconds for which parts of a board may still be on their way. */
const COMING = 2000;

/**
 * Bring something lit, or otherwise marked, into sight where none of that is: the question at the lower edge of a phone asks for things that
 * may be far above or below, or in a part of the board that is still being loaded.
 */
export function reveal(board: Element | undefined, what = ".lit"): void {
  if (!board || revealed(board, what)) return;
  const coming = new MutationObserver(() => revealed(board, what) && coming.disconnect());
  coming.observe(board, { childList: true, subtree: true });
  setTimeout(() => coming.disconnect(), COMING);
}

/** Whether there is any; it is in sight then. */
function revealed(board: Element, what: string): boolean {
  const all = [...board.querySelectorAll(what)].map((thing) => thing.getBoundingClientRect());
  const { high, low } = seen();
  const [first] = all;
  if (first && !all.some(({ top, bottom }) => top >= high && bottom <= low))
    scroll((first.top + first.bottom) / 2 - (high + low) / 2);
  return !!first;
}

/** Bring a place of the board to the upper edge of what is seen of it. */
export function goTo(board: Element | undefined, place: string): void {
  const found = board?.querySelector(`[data-place="${place}"], [data-id="${place}"]`);
  if (found) scroll(found.getBoundingClientRect().top - seen().high - 6);
}
