import { getContext, setContext } from "svelte";

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
