import type { BoardModule } from "../board/board";

const OWN: Readonly<Record<string, () => Promise<BoardModule>>> = {
  "notre-dame": () => import("./notre-dame/index"),
};

/** The board of a ruleset: its own, or the one that any ruleset can be played on. */
export function boardOf(ruleset: string): Promise<BoardModule> {
  return (OWN[ruleset] ?? (() => import("../board/generic/index")))();
}
