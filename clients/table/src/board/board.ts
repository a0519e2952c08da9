import type { Game } from "@podesta/client";
import type { Component } from "svelte";
import { getContext, setContext } from "svelte";
import type { Step } from "../store/answering/route";
import type { Words } from "../store/words";

/** The props of every board. */
export interface BoardProps {
  readonly game: Game;
  readonly words: Words;
  /** The ids that can be touched now, with those that can be touched in a role: `ship.a as venice`. */
  readonly lit: ReadonlySet<string>;
  /** The ids that were touched, once more with their role; an id touched twice occurs twice. */
  readonly touched: readonly string[];
  readonly touch: (id: string) => void;
  /** Zones ahead that answer several questions at once, nearest first. */
  readonly route: readonly Step[];
  /** The seat shown in front: the player's own, or the first. */
  readonly front: number;
}

/** The sign of a moving thing: a path in a square of 24 units, its CSS classes, and the text printed on it. */
export interface Glyph {
  readonly path: string;
  readonly kind: string;
  readonly text?: string;
}

/** A place of a board that a player may want to see; its drawing is marked with `data-place`. */
export interface Place {
  readonly id: string;
  readonly name: string;
}

/** The exports of a ruleset's folder. */
export interface BoardModule {
  /** Resolves when the board's own texts are loaded. */
  readonly spoken?: Promise<void>;
  readonly default: Component<BoardProps>;
  /** The ids of everything that the board draws; anything else that can be touched becomes a button next to it. */
  readonly drawn: (game: Game, words: Words) => ReadonlySet<string>;
  /** The large places of the board in drawing order, except those of seats, which are `s0`, `s1` …. */
  readonly places?: () => readonly Place[];
  /** The sign of something that moves but is not a piece of the drawing, by its id in notes. */
  readonly glyph?: (piece: string) => Glyph | undefined;
  /** The symbols of things by name: paths in a square of 24 units. */
  readonly symbols?: Readonly<Record<string, string>>;
  /** Whether an id is a zone on a route, so that a far one answers several questions at once. */
  readonly leads?: (id: string) => boolean;
}

/** What the things of a board need in order to be touched. */
export interface Playing {
  readonly lit: ReadonlySet<string>;
  readonly touched: readonly string[];
  readonly touch: (id: string) => void;
}

const BOARD = Symbol("board");

/** Provides the things of a board with what can be touched. */
export function setPlaying(playing: Playing): void {
  setContext(BOARD, playing);
}

export function playing(): Playing {
  return getContext(BOARD);
}
