import type { Game } from "@podesta/client";
import type { Component } from "svelte";
import { getContext, setContext } from "svelte";
import type { Step } from "../store/answering/route";
import type { Words } from "../store/words";

/** What every board is given. */
export interface BoardProps {
  readonly game: Game;
  readonly words: Words;
  /** The ids that can be touched now, and those that can be touched in a role: `ship.a as venice`. */
  readonly lit: ReadonlySet<string>;
  /** The ids that were touched, and again in their role; one that was touched twice is there twice. */
  readonly touched: readonly string[];
  readonly touch: (id: string) => void;
  /** Zones ahead that answer several questions at once, the nearest first. */
  readonly route: readonly Step[];
  /** The seat that is at the front: one's own, or the first. */
  readonly front: number;
}

/** The sign of a thing on its way: a path in a square of 24 units, how it is drawn, and what is printed on it. */
export interface Glyph {
  readonly path: string;
  readonly kind: string;
  readonly text?: string;
}

/** A place of a board that somebody may want to see: whatever is drawn for it is marked with `data-place`. */
export interface Place {
  readonly id: string;
  readonly name: string;
}

/** What the folder of a ruleset has. */
export interface BoardModule {
  /** Resolves when the board can say what it says itself. */
  readonly spoken?: Promise<void>;
  readonly default: Component<BoardProps>;
  /** The ids of everything that the board draws: what else can be touched becomes a button beside it. */
  readonly drawn: (game: Game, words: Words) => ReadonlySet<string>;
  /** The large places of the board besides those of seats, which are `s0`, `s1` …, in the order in which they are drawn. */
  readonly places?: () => readonly Place[];
  /** The sign of what moves and is no piece of the drawing, by its id in notes. */
  readonly glyph?: (piece: string) => Glyph | undefined;
  /** What is drawn for things, by its name: paths in a square of 24 units. */
  readonly symbols?: Readonly<Record<string, string>>;
  /** Whether an id is a zone to go to, one after the other, so that a far one answers several questions at once. */
  readonly leads?: (id: string) => boolean;
}

/** What the things of a board need to be touched. */
export interface Playing {
  readonly lit: ReadonlySet<string>;
  readonly touched: readonly string[];
  readonly touch: (id: string) => void;
}

const BOARD = Symbol("board");

/** Let everything on a board know what can be touched. */
export function setPlaying(playing: Playing): void {
  setContext(BOARD, playing);
}

export function playing(): Playing {
  return getContext(BOARD);
}
