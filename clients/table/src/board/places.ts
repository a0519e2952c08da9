import type { Point } from "./drawing/boxes";

/** The centre of a drawn thing, and its position in document order. */
type Found = readonly [number, Point];

/**
 * Where the things of a board are drawn, by their ids and zones, in units of the drawing. Everything is measured at
 * once, before anything else changes, to avoid another page layout.
 */
export class Places {
  readonly #named = new Map<string, Found>();
  /** The width of the drawing in its units; at another width, things are elsewhere. */
  readonly #width: number;

  constructor(board: ParentNode) {
    const drawing = drawingOf(board);
    this.#width = drawing ? widthOf(drawing) : 0;
    const all = drawing?.getBoundingClientRect();
    drawing?.querySelectorAll<SVGElement>("[data-id], [data-zone], [data-lies]").forEach((thing, at) => {
      const found: Found = [at, middle(thing, all as DOMRect, widthOf(drawing))];
      for (const name of names(thing)) if (!this.#named.has(name)) this.#named.set(name, found);
    });
  }

  /** Whether a board still has the same width. */
  fits(board: ParentNode): boolean {
    const drawing = drawingOf(board);
    return !!drawing && widthOf(drawing) === this.#width;
  }

  /** The place of the first thing with the piece's id, or of its kind in the zone; else of something in the zone. */
  of(piece: string, zone: string): Point | undefined {
    const [one, other] = piece ? [this.#named.get(`is ${piece}`), this.#named.get(`is ${piece} in ${zone}`)] : [];
    const first = one && other ? (one[0] < other[0] ? one : other) : (one ?? other);
    return (first ?? this.#named.get(`in ${zone}`))?.[1];
  }
}

/** The drawing of a board, once it exists. */
export function drawingOf(board: ParentNode): SVGSVGElement | null {
  return board.querySelector<SVGSVGElement>("svg.drawn");
}

function widthOf(drawing: SVGSVGElement): number {
  return drawing.viewBox.baseVal.width;
}

function names({ dataset: { id, zone, group, lies } }: SVGElement): string[] {
  const found = [...(lies?.split(" ") ?? []), id, zone].filter(Boolean).map((place) => `in ${place}`);
  if (id) found.push(`is ${id}`);
  if (zone && group) found.push(`is ${group} in ${zone}`);
  return found;
}

function middle(thing: Element, all: DOMRect, width: number): Point {
  const [box, unit] = [thing.getBoundingClientRect(), all.width / width];
  return { x: (box.x + box.width / 2 - all.x) / unit, y: (box.y + box.height / 2 - all.y) / unit };
}
