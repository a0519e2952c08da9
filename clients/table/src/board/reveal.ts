const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** The vertical range of the window in which the board is visible, between what sticks to its edges. */
function seen(): { readonly high: number; readonly low: number } {
  const [above, below] = [document.querySelector("[data-above]"), document.querySelector("[data-below]")];
  const low = below?.getBoundingClientRect().top ?? innerHeight;
  return { high: above?.getBoundingClientRect().bottom ?? 0, low: Math.min(innerHeight, low) };
}

function scroll(by: number): void {
  scrollBy({ top: by, behavior: STILL.matches ? "auto" : "smooth" });
}

/** Milliseconds during which parts of a board may still be loading. */
const COMING = 2000;

/**
 * Scrolls to something lit, or otherwise marked, unless some of it is visible: on a phone, the question at the lower
 * edge may refer to things far above or below, or in a part of the board that is still loading.
 */
export function reveal(board: Element | undefined, what = ".lit"): void {
  if (!board || revealed(board, what)) return;
  const coming = new MutationObserver(() => revealed(board, what) && coming.disconnect());
  coming.observe(board, { childList: true, subtree: true });
  setTimeout(() => coming.disconnect(), COMING);
}

/** Whether there is any; if so, scrolls to it unless some of it is visible. */
function revealed(board: Element, what: string): boolean {
  const all = [...board.querySelectorAll(what)].map((thing) => thing.getBoundingClientRect());
  const { high, low } = seen();
  const [first] = all;
  if (first && !all.some(({ top, bottom }) => top >= high && bottom <= low))
    scroll((first.top + first.bottom) / 2 - (high + low) / 2);
  return !!first;
}

/** Scrolls a place of the board to the upper edge of its visible range. */
export function goTo(board: Element | undefined, place: string): void {
  const found = board?.querySelector(`[data-place="${place}"], [data-id="${place}"]`);
  if (found) scroll(found.getBoundingClientRect().top - seen().high - 6);
}
