import type { Motion } from "@podesta/client";
import type { Glyph } from "./board";
import type { Point } from "./drawing/boxes";
import { drawingOf, Places } from "./places";

const SVG = "http://www.w3.org/2000/svg";
/** The maximum number of travellers per revision: with more, they could not be followed by eye. */
const MOST = 12;

/** A motion that no piece of the board makes, with its delay and duration in milliseconds. */
export interface Trip {
  readonly motion: Motion;
  readonly delay: number;
  readonly duration: number;
}

/**
 * Animates things that boards draw as numbers, cards or dice, of which only the amount in each place changes. A sign
 * travels from the old place to the new one, if both are drawn, and then disappears.
 */
export class Travel {
  readonly #from = new Map<Motion, Point>();
  readonly #under: Element[] = [];

  /** Remembers where things are before they leave, and removes those still travelling. */
  remember(places: Places | undefined, motions: readonly Motion[]): void {
    for (const each of this.#under.splice(0)) each.remove();
    this.#from.clear();
    for (const motion of motions) {
      const from = places?.of(motion.was ?? motion.piece, motion.origin) ?? places?.of(motion.piece, "");
      if (from) this.#from.set(motion, from);
    }
  }

  /** Animates every motion that has a glyph. */
  play(board: ParentNode, trips: readonly Trip[], glyph: (piece: string) => Glyph | undefined): void {
    const drawing = drawingOf(board);
    if (!drawing || !trips.length) return;
    const places = new Places(board);
    // measure everything before drawing, so that the page is laid out only once
    const sent = trips.slice(0, MOST).flatMap(({ motion, ...timing }) => {
      const [from, sign] = [this.#from.get(motion), glyph(motion.piece)];
      const to = from && sign ? this.#end(places, motion, from) : undefined;
      return from && to && sign ? [{ sign, way: [from, to], timing }] : [];
    });
    for (const { sign, way, timing } of sent) this.#send(drawing, sign, way, timing);
  }

  /** The end of a motion, if it is away from its start. */
  #end(places: Places, { piece, to }: Motion, from: Point): Point | undefined {
    return [piece, ""].map((each) => places.of(each, to)).find((each) => apart(each, from));
  }

  #send(drawing: SVGSVGElement, sign: Glyph, way: readonly Point[], timing: KeyframeAnimationOptions): void {
    const [traveller, ends] = [drawn(sign), way.map((at) => `translate(${at.x}px, ${at.y}px)`)];
    this.#under.push(drawing.appendChild(traveller));
    const frames = ends.map((transform) => ({ transform, opacity: 1 }));
    const moving = traveller.animate(frames, { ...timing, easing: "ease-in-out", fill: "both" });
    moving.finished.then(
      () => traveller.remove(),
      () => traveller.remove(),
    );
  }
}

function apart(one: Point | undefined, other: Point | undefined): boolean {
  return !!one && !!other && Math.hypot(one.x - other.x, one.y - other.y) > 12;
}

function drawn({ path, kind, text }: Glyph): SVGGElement {
  const all = element("g", { class: "traveller", "aria-hidden": "true" }) as SVGGElement;
  all.append(element("circle", { r: "15" }), element("path", { class: `symbol ${kind}`, d: path, ...SIGN }));
  if (text) all.append(element("text", { class: `middle ${kind}`, y: "5", "font-size": "14" }, text));
  return all;
}

const SIGN = { transform: "translate(-10 -10) scale(.84)", "fill-rule": "evenodd" };

function element(name: string, attributes: Readonly<Record<string, string>>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.textContent = text;
  return made;
}
