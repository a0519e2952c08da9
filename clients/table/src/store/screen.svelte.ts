import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import { storage } from "./storage.svelte";

/** The width up to which nothing is next to the board, as on phones and upright tablets; also in the styles. */
const NARROW = matchMedia("(max-width: 1180px)");

const SIZE = "podesta size";

/** The stored size; the usual one if it is invalid. */
function kept(): number {
  const size = Number(storage.getItem(SIZE) ?? 1);
  return size >= 0 ? size : 1;
}

/** What is known about the screen. */
class Screen {
  narrow = $state(NARROW.matches);
  /** The height of the window in pixels. */
  height = $state(innerHeight);
  /** The height of content that may appear above a board, such as a result, in pixels. */
  above = $state(0);

  /** The scale of the board relative to the usual one; 0 to fit the whole board into the window. */
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

/** The longest wait for a paint, in milliseconds: a covered window paints nothing. */
const LONGEST = 500;

/** Resolves when the page has been painted in its current state; at once if it is hidden. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done();
    setTimeout(done, LONGEST);
    requestAnimationFrame(() => setTimeout(done));
  });
}

/** The longest time, in milliseconds, that a board waits for its fonts, which determine line breaks. */
const PATIENCE = 600;
const FACES = ["1em 'Source Sans 3'", "600 1em 'Source Sans 3'", "700 1em 'Source Sans 3'", "700 1em Alegreya"];

/** Resolves when the page's fonts are loaded, or the time is up. */
export const typed: Promise<unknown> = Promise.race([
  Promise.all(FACES.map((face) => document.fonts.load(face))).catch(() => undefined),
  new Promise((waited) => setTimeout(waited, PATIENCE)),
]);

/** Whether the page was opened from the home screen; on iPhones, that page has games of its own. */
export const installed = matchMedia("(display-mode: standalone)").matches;

/**
 * Measures an element at once, and again in the frame after its size changes.
 *
 * Not in the observer's callback: drawing for the new size may change it again (a scrollbar appears), and browsers report
 * an error for notifications that they could not deliver within one frame.
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
