import type { Motion, Update } from "@podesta/client";
import type { Glyph } from "./board";
import { Places } from "./places";
import { Travel } from "./travel";

/** What moves as one: the motions of a note. */
export type Stage = readonly (readonly Motion[])[];

/** Milliseconds that each step takes, and all steps of a revision together, at most: then they are that much quicker. */
export const [STEP, LONGEST] = [250, 1200];

/** Whether motion is seen, and nobody wishes for none. */
const seen = (): boolean => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The stage of what happened: a group for each note that moves something, in order. */
export function stageOf({ notes }: Pick<Update, "notes">): Stage {
  return notes.map(({ motions }) => motions).filter((group) => group.length > 0);
}

/** How many steps a group takes: those with a path go from zone to zone. */
function steps(group: readonly Motion[]): number {
  return 1 + Math.max(0, ...group.map(({ path }) => path?.length ?? 0));
}

/** How long a stage is shown, in milliseconds: at least one step. */
export function lasts(stage: Stage): number {
  return Math.min(LONGEST, STEP * Math.max(1, sum(stage.map(steps))));
}

/** A piece that has gone from a zone to another. */
interface Gone {
  readonly from: string;
  readonly to: string;
}

/** When a piece moves, and through which zones; both in steps. */
export interface Cue {
  readonly after: number;
  readonly takes: number;
  readonly path: readonly string[];
}

/** A motion, when it begins and how long it takes, in steps, and how many pieces of it have not been seen to move. */
interface Turn {
  readonly motion: Motion;
  readonly after: number;
  readonly takes: number;
  left: number;
}

/** The motions of a stage, each group after the other. */
export function turns(stage: Stage): Turn[] {
  let after = 0;
  return stage.flatMap((group) => {
    const begins = after;
    after += steps(group);
    return group.map((motion) => ({ motion, after: begins, takes: steps(group), left: motion.count ?? 1 }));
  });
}

/**
 * For each piece that has moved, its cue. Where pieces are is for views to say: a motion only tells when, and by which
 * way. One that no motion tells of moves at once.
 */
export function cues(waiting: readonly Turn[], gone: readonly Gone[]): (Cue | undefined)[] {
  return gone.map(({ from, to }) => {
    const fits = waiting.filter(({ motion, left }) => left > 0 && motion.to === to);
    const found = fits.find(({ motion }) => motion.origin === from) ?? fits[0];
    if (!found) return undefined;
    found.left -= 1;
    return { after: found.after, takes: found.takes, path: found.motion.path ?? [] };
  });
}

interface Placed {
  readonly zone: string;
  readonly place: string;
}

/**
 * Moves the pieces of a board as notes tell. Boards put pieces where views say and mark each with `data-zone`; what is
 * marked so, and lies elsewhere than before, gets there in its turn. Reduced motion is respected.
 */
export class Staging {
  #before = new WeakMap<Element, Placed>();
  #running: Animation[] = [];
  readonly #travel = new Travel();
  #frame = 0;
  /** Where everything was when the board last lay still: measuring it while it changes would lay the page out once more. */
  #still: Places | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Remember where pieces are, and what a stage sends off that has a sign; what still moves is cut short. */
  remember(board: ParentNode, stage: Stage, glyph: (piece: string) => Glyph | undefined): void {
    const moved = seen() ? stage.flat().filter(({ piece }) => glyph(piece)) : [];
    this.#travel.remember(moved.length ? this.#at(board) : undefined, moved);
    for (const each of this.#running.splice(0)) each.cancel();
    cancelAnimationFrame(this.#frame);
    this.#before = new WeakMap();
    for (const piece of pieces(board)) this.#before.set(piece, placed(piece));
  }

  /** Where all was when the board last lay still; it is measured only if it never has, or not at this width. */
  #at(board: ParentNode): Places {
    return this.#still?.fits(board) ? this.#still : new Places(board);
  }

  /** Move what lies elsewhere now, and send off what is no piece. */
  play(board: ParentNode, stage: Stage, glyph: (piece: string) => Glyph | undefined): void {
    clearTimeout(this.#settling);
    if (!seen()) return;
    this.#settling = setTimeout(
      () => {
        this.#still = new Places(board);
      },
      stage.length ? lasts(stage) + 2 * STEP : STEP,
    );
    if (!stage.length) return;
    const [waiting, unit] = [turns(stage), lasts(stage) / Math.max(1, sum(stage.map(steps)))];
    this.#move(board, waiting, unit, stage.length > 1 || !!stage[0]?.some(({ path }) => path?.length));
    const trips = waiting
      .filter(({ left }) => left > 0)
      .map(({ motion, after, takes }) => ({ motion, delay: after * unit, duration: takes * Math.max(unit, STEP) }));
    this.#painted(() => this.#travel.play(board, trips, glyph));
  }

  /** The new board is painted first: what travels over it is measured, and drawn, after that. */
  #painted(then: () => void): void {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(then);
    });
  }

  /** Where there is only one step, styles make it. */
  #move(board: ParentNode, waiting: readonly Turn[], unit: number, several: boolean): void {
    const moved = pieces(board).flatMap((piece) => {
      const [was, now] = [this.#before.get(piece), placed(piece)];
      return was && was.place !== now.place ? [{ piece, was, now, from: was.zone, to: now.zone }] : [];
    });
    cues(waiting, moved).forEach((cue, at) => {
      const each = moved[at];
      if (!cue || !each || !several) return;
      const way = cue.path.map((zone) => placeOf(board, zone)).filter((place) => place !== undefined);
      const frames = [each.was.place, ...way, each.now.place].map((transform) => ({ transform }));
      const timing = { delay: cue.after * unit, duration: cue.takes * unit, easing: "ease-in-out" };
      this.#running.push(each.piece.animate(frames, { ...timing, fill: "backwards" }));
    });
  }
}

type Piece = HTMLElement | SVGElement;

function pieces(board: ParentNode): Piece[] {
  return [...board.querySelectorAll<Piece>("[data-zone]")];
}

function placed(piece: Piece): Placed {
  return { zone: piece.dataset.zone ?? "", place: piece.style.transform };
}

/** Where a zone is: where its own spot is drawn, or what lies in it. */
function placeOf(board: ParentNode, zone: string): string | undefined {
  const name = CSS.escape(zone);
  return board.querySelector<Piece>(`[data-id="${name}"], [data-zone="${name}"]`)?.style.transform || undefined;
}

function sum(all: readonly number[]): number {
  return all.reduce((total, each) => total + each, 0);
}
