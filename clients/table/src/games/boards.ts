import type { BoardModule } from "../board/board";

const OWN: Readonly<Record<string, () => Promise<BoardModule>>> = {
  colonia: () => import("./colonia/index"),
  "golden-horn": () => import("./golden-horn/index"),
  "notre-dame": () => import("./notre-dame/index"),
  "pillars-of-the-earth": () => import("./pillars-of-the-earth/index"),
  troyes: () => import("./troyes/index"),
};

/** The board of a ruleset: its own, or the one that any ruleset can be played on. */
export function boardOf(ruleset: string): Promise<BoardModule> {
  return OWN[ruleset]?.() ?? generic(ruleset);
}

async function generic(ruleset: string): Promise<BoardModule> {
  const module = await import("../board/generic/index");
  await module.prepare(ruleset);
  return module;
}
