import type { BoardModule } from "../board/board";

const OWN: Readonly<Record<string, () => Promise<BoardModule>>> = {
  "notre-dame": () => import("./notre-dame/index"),
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
