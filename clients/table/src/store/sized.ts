import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

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
