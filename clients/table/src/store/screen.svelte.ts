/** Below it, nothing stands beside the board: phones, and tablets held upright. The same width is in the styles. */
const NARROW = matchMedia("(max-width: 1180px)");

/** What the page knows of the screen. */
class Screen {
  narrow = $state(NARROW.matches);
  /** Of the window, in pixels. */
  height = $state(innerHeight);

  constructor() {
    NARROW.addEventListener("change", ({ matches }) => {
      this.narrow = matches;
    });
    addEventListener("resize", () => {
      this.height = innerHeight;
    });
  }
}

export const screen = new Screen();
