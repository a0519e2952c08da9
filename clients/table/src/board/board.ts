import type { Game } from "@podesta/client";
import type { Component } from "svelte";
import type { Words } from "../store/words";

/** What every board is given. */
export interface BoardProps {
  readonly game: Game;
  readonly words: Words;
  /** The ids that can be touched now. */
  readonly lit: ReadonlySet<string>;
  /** The ids that were touched. */
  readonly touched: readonly string[];
  readonly touch: (id: string) => void;
  /** The seat that is at the front: one's own, or the first. */
  readonly front: number;
}

/** What the folder of a ruleset has. */
export interface BoardModule {
  readonly default: Component<BoardProps>;
  /** The ids of everything that the board draws: what else can be touched becomes a button beside it. */
  readonly drawn: (game: Game, words: Words) => ReadonlySet<string>;
}
