import type { Pointed } from "../reasons";
import type { Player, View } from "./pieces";

type Reasoning = (view: View, me: Player, pointed: Pointed) => string | undefined;

/** The kind of thing that each question asks for, and the function that explains why one cannot be touched. */
const ASKED: Readonly<Record<string, readonly [kind: string, reason: Reasoning]>> = {
  take_stall: ["stall", stall],
  place_contract: ["craftsman", contract],
  load_hold: ["hold", hold],
  buy_relic: ["relic", relic],
  safeguard: ["relic", guard],
};

/** Explains why a thing cannot be touched, where a reason is known. */
export function why(view: View, pointed: Pointed): string | undefined {
  const [kind, reason] = ASKED[pointed.asked] ?? [];
  const me = view.players[pointed.seat];
  return me && kind === pointed.kind ? reason?.(view, me, pointed) : undefined;
}

function stall({ stalls }: View, { home }: Player, pointed: Pointed): string | undefined {
  const found = stalls.find(({ id }) => id === pointed.word);
  if (!found || found.seat !== null) return pointed.taken(found?.seat);
  const size = Object.values(found.resources).reduce((sum, each) => sum + each, 0);
  return size ? pointed.short(size, home, pointed.said.members) : pointed.said.none;
}

function contract({ craftsmen, edition }: View, me: Player, pointed: Pointed): string | undefined {
  const { word, words, said } = pointed;
  const found = craftsmen.find(({ id }) => id === word);
  if (!found) return undefined;
  const { limits } = pointed.tables<{ limits: { contract_spaces: number } }>(edition);
  if (limits && found.contracts.length >= limits.contract_spaces) return said.full;
  const missing = found.recipe.map((each) => [words.label("resource", each), 1, me.resources?.[each] ?? 1] as const);
  return pointed.short(found.next_cost ?? 1, me.home, said.members) ?? pointed.lacking(missing);
}

function hold({ harbour }: View, me: Player, pointed: Pointed): string | undefined {
  const { word, words, said } = pointed;
  const ship = harbour.find(({ berth }) => word.startsWith(`${berth}_`));
  const found = ship?.holds.find(({ id }) => word === `${ship.berth}_${id}`);
  if (!found) return undefined;
  const count = (good: string): number => found.goods.filter((each) => each === good).length;
  const missing = found.goods.map((each) => [words.label("good", each), count(each), me.goods?.[each] ?? 0] as const);
  return pointed.taken(found.seat) ?? pointed.short(1, me.home, said.members) ?? pointed.lacking(missing);
}

function relic({ relics }: View, { money }: Player, pointed: Pointed): string | undefined {
  const found = relics.find(({ id }) => id === pointed.word);
  if (!found || !money) return undefined;
  const what = pointed.said.money({ city: pointed.words.label("city", found.city) });
  return pointed.short(found.cost, money[found.currency] ?? 0, what);
}

function guard({ relics }: View, { home }: Player, pointed: Pointed): string | undefined {
  const found = relics.find(({ id }) => id === pointed.word);
  return pointed.taken(found?.guard_seat) ?? pointed.short(1, home, pointed.said.members);
}
