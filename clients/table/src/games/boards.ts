import type { BoardModule } from "../board/board";
import { textsOf } from "../texts/files";

const OWN = {
  colonia: () => import("./colonia/index"),
  "golden-horn": () => import("./golden-horn/index"),
  "notre-dame": () => import("./notre-dame/index"),
  "pillars-of-the-earth": () => import("./pillars-of-the-earth/index"),
  troyes: () => import("./troyes/index"),
} as const satisfies Readonly<Record<string, () => Promise<BoardModule>>>;

/** The board of a ruleset: its own, or the generic one. */
export async function boardOf(ruleset: string): Promise<BoardModule> {
  if (!isOwn(ruleset)) return import("../board/generic/index");
  // its texts load at the same time; if they fail, the board reports it
  textsOf(ruleset).catch(() => undefined);
  const board: BoardModule = await OWN[ruleset]();
  await board.spoken;
  return board;
}

function isOwn(ruleset: string): ruleset is keyof typeof OWN {
  return ruleset in OWN;
}
