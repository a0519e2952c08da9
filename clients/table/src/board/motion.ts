import type { Motion, Update } from "@podesta/client";
import type { Glyph } from "./board";
import { Places } from "./places";
import { Travel } from "./travel";

/** The motions of one revision, grouped by note; a group moves together. */
export type Stage = readonly (readonly Motion[])[];

/** Milliseconds per step, and the maximum for all steps of a revision, which speed up to fit. */
export const [STEP, LONGEST] = [250, 1200];

/** Whether motion is visible and not reduced by the player's preference. */
const seen = (): boolean => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The stage of an update: a group for each note that moves something, in order. */
export function stageOf({ notes }: Pick<Update, "notes">): Stage {
  return notes.map(({ motions }) => motions).filter((group) => group.length > 0);
}

/** The number of steps of a group; a path has a step for each zone. */
function steps(group: readonly Motion[]): number {
  return 1 + Math.max(0, ...group.map(({ path }) => path?.length ?? 0));
}

/** The duration of a stage in milliseconds: at least one step. */
export function lasts(stage: Stage): number {
  return Math.min(LONGEST, STEP * Math.max(1, sum(stage.map(steps))));
}

/** A piece that has moved from one zone to another. */
interface Gone {
  readonly from: string;
  readonly to: string;
}

/** When a piece moves, in steps, and through which zones. */
export interface Cue {
  readonly after: number;
  readonly takes: number;
  readonly path: readonly string[];
}

/** A motion with its start and duration in steps, and the number of its pieces that are not matched yet. */
interface Turn {
  readonly motion: Motion;
  readonly after: number;
  readonly takes: number;
  left: number;
}

/** The motions of a stage, one group after another. */
export function turns(stage: Stage): Turn[] {
  let after = 0;
  return stage.flatMap((group) => {
    const begins = after;
    after += steps(group);
    return group.map((motion) => ({ motion, after: begins, takes: steps(group), left: motion.count ?? 1 }));
  });
}

/**
 * The cue of each piece that has moved. Views say where pieces are; a motion only says when they move, and along which
 * path. A piece without a motion moves at once.
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
 * Animates the pieces of a board as notes describe. Boards place pieces according to views and mark each with
 * `data-zone`; a marked piece with a new place moves in its turn. Reduced motion is respected.
 */
export class Staging {
  #before = new WeakMap<Element, Placed>();
  #running: Animation[] = [];
  readonly #travel = new Travel();
  #frame = 0;
  /** Where everything was when the board was last at rest: measuring during changes would force another layout. */
  #still: Places | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** Remembers where pieces are, and the start of motions that have a glyph; cancels running animations. */
  remember(board: ParentNode, stage: Stage, glyph: (piece: string) => Glyph | undefined): void {
    const moved = seen() ? stage.flat().filter(({ piece }) => glyph(piece)) : [];
    this.#travel.remember(moved.length ? this.#at(board) : undefined, moved);
    for (const each of this.#running.splice(0)) each.cancel();
    cancelAnimationFrame(this.#frame);
    this.#before = new WeakMap();
    for (const piece of pieces(board)) this.#before.set(piece, placed(piece));
  }

  /** The places at the last rest; measures them if there are none yet, or the width has changed. */
  #at(board: ParentNode): Places {
    return this.#still?.fits(board) ? this.#still : new Places(board);
  }

  /** Animates the pieces that have moved, and the motions of things that are not pieces. */
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

  /** Waits until the new board has been painted: what travels over it is measured and drawn after that. */
  #painted(then: () => void): void {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(then);
    });
  }

  /** A single step is left to CSS transitions. */
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

/** The place of a zone: that of its own spot, or of a piece in it. */
function placeOf(board: ParentNode, zone: string): string | undefined {
  const name = CSS.escape(zone);
  return board.querySelector<Piece>(`[data-id="${name}"], [data-zone="${name}"]`)?.style.transform || undefined;
}

function sum(all: readonly number[]): number {
  return all.reduce((total, each) => total + each, 0);
}
