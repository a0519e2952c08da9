/** Where the board is beside the question, all of it is in sight or easily scrolled. */
const BELOW = matchMedia("(max-width: 1180px)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Bring something lit into sight where nothing lit is: the question at the lower edge of a phone asks for things that
 * may be far above or below.
 */
export function reveal(board: Element | undefined): void {
  const all = BELOW.matches ? [...(board?.querySelectorAll(".lit") ?? [])] : [];
  const low = document.querySelector(".ask")?.getBoundingClientRect().top ?? innerHeight;
  const seen = all.some((thing) => {
    const { top, bottom } = thing.getBoundingClientRect();
    return top >= 0 && bottom <= Math.min(low, innerHeight);
  });
  if (!seen) all[0]?.scrollIntoView({ block: "center", behavior: STILL.matches ? "auto" : "smooth" });
}
