import type { Pointed } from "../reasons";
import { Figures } from "./figures";
import { type Player, taker, type View } from "./pieces";

type Reasoning = (view: View, me: Player, pointed: Pointed) => string | undefined;

/** Locations with spaces that are taken in order. */
const ORDERED = new Set(["priory", "court", "market"]);

const ASKED: Readonly<Record<string, Reasoning>> = { choose, place, place_passed: place, market, use };

/** Explains why a thing cannot be touched, where a reason is known. */
export function why(view: View, pointed: Pointed): string | undefined {
  const me = view.players[pointed.seat];
  return me && ASKED[pointed.asked]?.(view, me, pointed);
}

function choose(view: View, me: Player, pointed: Pointed): string | undefined {
  const { kind, word, said } = pointed;
  const { resource_cards, craftsmen } = view.supply;
  if (kind === "craftsman") return pointed.short(craftsmen[word], me.gold, said.gold);
  if (kind !== "resource_card") return undefined;
  return pointed.taken(taker(view, word)?.seat) ?? pointed.short(resource_cards[word], me.workers_free, said.workers);
}

/** A space may also be named by its card. */
function place({ spaces, cost }: View, me: Player, pointed: Pointed): string | undefined {
  const { word, asked, said } = pointed;
  const space = spaces.find(({ id, card }) => id === word || card === word);
  if (!space || space.seat !== null) return pointed.taken(space?.seat);
  const first = spaces.find(({ location, seat }) => location === space.location && seat === null);
  if (ORDERED.has(space.location) && first !== space) return said.first;
  return asked === "place" ? pointed.short(cost, me.gold, said.gold) : undefined;
}

function market(view: View, me: Player, pointed: Pointed): string | undefined {
  const [, resource] = pointed.kind.split("market_");
  if (resource) return buying(view, me, pointed, resource);
  return pointed.word in me.cubes ? selling(view, me, pointed) : undefined;
}

function buying(view: View, me: Player, pointed: Pointed, resource: string): string | undefined {
  const { words, said } = pointed;
  if (!view.market_stock[resource]) return said.none;
  const { conditions, market: prices } = new Figures(words, view.edition).tables;
  const craft = resource === "wood" && craftsman(me, conditions.buy_wood, pointed);
  if (craft) return craft;
  return pointed.short(prices.buy[resource], me.gold, said.gold) ?? (has(me.sold, resource) ? said.sold : undefined);
}

function selling(view: View, me: Player, pointed: Pointed): string | undefined {
  const { word, words, said } = pointed;
  const { conditions } = new Figures(words, view.edition).tables;
  const craft = word === "stone" && craftsman(me, conditions.sell_stone, pointed);
  const few = pointed.short(1, me.cubes[word] ?? 0, words.label("resource", word));
  return few ?? (craft || (has(me.bought, word) ? said.bought : undefined));
}

/** Says that a craftsman of a trade is needed; undefined if the player has one. */
function craftsman(me: Player, trade: string, { words, said }: Pointed): string | undefined {
  return me.craftsmen.some((each) => each.trade === trade)
    ? undefined
    : said.needs({ what: words.label("trade", trade) });
}

function has(resources: readonly string[], resource: string): boolean {
  return resources.includes(resource);
}

function use(view: View, me: Player, pointed: Pointed): string | undefined {
  const { kind, word, words, said } = pointed;
  const card = me.craftsmen.find(({ id }) => kind === "craftsman" && id === word);
  const craft = card && new Figures(words, view.edition).craft(card.id);
  if (!craft) return undefined;
  if (card.uses_left === 0) return said.spent;
  const needs = [...Object.entries(craft.needs), ...Object.entries(craft.holds)];
  return pointed.lacking(
    needs.map(([what, need]) =>
      what === "gold" ? [said.gold, need, me.gold] : [words.label("resource", what), need, me.cubes[what] ?? 0],
    ),
  );
}
