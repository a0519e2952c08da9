import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import { storage } from "./storage.svelte";

/** Below it, nothing stands beside the board: phones, and tablets held upright. The same width is in the styles. */
const NARROW = matchMedia("(max-width: 1180px)");

const SIZE = "podesta size";

/** The size that was wanted before; the usual one where what is kept is no size. */
function kept(): number {
  const size = Number(storage.getItem(SIZE) ?? 1);
  return size >= 0 ? size : 1;
}

/** What the page knows of the screen. */
class Screen {
  narrow = $state(NARROW.matches);
  /** Of the window, in pixels. */
  height = $state(innerHeight);
  /** What stands above a board now and then, such as a result: in pixels. */
  above = $state(0);

  /** How much larger than usual somebody wants the board; 0: as small as it must be for all of it to be seen. */
  #size = $state(kept());

  get size(): number {
    return this.#size;
  }

  set size(wanted: number) {
    this.#size = wanted;
    storage.setItem(SIZE, String(wanted));
  }

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

/** Milliseconds after which nobody waits any longer for a picture: a window that is covered paints none. */
const LONGEST = 500;

/** Once the page has been painted as it is now; at once where nobody sees it. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done();
    setTimeout(done, LONGEST);
    requestAnimationFrame(() => setTimeout(done));
  });
}

/** Milliseconds that a board waits for the faces of its texts, whose widths say where lines end. */
const PATIENCE = 600;
const FACES = ["1em 'Source Sans 3'", "600 1em 'Source Sans 3'", "700 1em 'Source Sans 3'", "700 1em Alegreya"];

/** The page's faces of type are there, or were waited for long enough. */
export const typed: Promise<unknown> = Promise.race([
  Promise.all(FACES.map((face) => document.fonts.load(face))).catch(() => undefined),
  new Promise((waited) => setTimeout(waited, PATIENCE)),
]);

/** Whether this is the page of the home screen: on iPhones, it keeps its own games. */
export const installed = matchMedia("(display-mode: standalone)").matches;

/** Measures an element at once, and in the frame after its size has changed.
 *
 * Not in the observer's own call: what is drawn by the size may change it again (a scrollbar comes), and browsers report an
 * error for what they could not deliver within one frame.
 */
export function sized(measure: (element: Element) => void): Attachment<Element> {
  return (element) => {
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        measure(element);
      });
    });
    untrack(() => {
      measure(element);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  };
}
