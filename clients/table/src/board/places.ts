import type { Point } from "./drawing/boxes";

/** A drawn thing and its number in the order of the page. */
type Found = readonly [number, Element];

/**
 * Where the things of a board are drawn, by what they are and where they lie. The page is searched once for all that
 * moves, and nothing is measured twice: a move of a late game tells of dozens of things.
 */
export class Places {
  readonly #named = new Map<string, Found>();
  readonly #boxes = new Map<Element, DOMRect>();

  constructor(board: ParentNode) {
    board.querySelectorAll<HTMLElement | SVGElement>("[data-id], [data-zone], [data-lies]").forEach((thing, at) => {
      const { id, zone, group, lies } = thing.dataset;
      const names = [...(lies?.split(" ") ?? []), id, zone].filter(Boolean).map((place) => `in ${place}`);
      if (id) names.push(`is ${id}`);
      if (zone && group) names.push(`is ${group} in ${zone}`);
      for (const name of names) if (!this.#named.has(name)) this.#named.set(name, [at, thing]);
    });
  }

  /** The middle of where a thing is drawn, or of the zone that it lies in, in units of the drawing. */
  of(piece: string, zone: string): Point | undefined {
    const found = this.#thing(piece, zone) ?? this.#named.get(`in ${zone}`);
    const drawing = found?.[1].closest<SVGSVGElement>("svg.drawn");
    return found && drawing ? this.#middle(found[1], drawing) : undefined;
  }

  /** The first on the page that is a piece, wherever it lies, or one of its kind in the zone. */
  #thing(piece: string, zone: string): Found | undefined {
    if (!piece) return undefined;
    const [one, other] = [this.#named.get(`is ${piece}`), this.#named.get(`is ${piece} in ${zone}`)];
    return one && other ? (one[0] < other[0] ? one : other) : (one ?? other);
  }

  #middle(thing: Element, drawing: SVGSVGElement): Point {
    const [box, all] = [this.#box(thing), this.#box(drawing)];
    const unit = all.width / drawing.viewBox.baseVal.width;
    return { x: (box.x + box.width / 2 - all.x) / unit, y: (box.y + box.height / 2 - all.y) / unit };
  }

  #box(thing: Element): DOMRect {
    const known = this.#boxes.get(thing) ?? thing.getBoundingClientRect();
    this.#boxes.set(thing, known);
    return known;
  }
}
