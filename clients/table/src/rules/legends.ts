/** A sign of a board: the catalogue's id of what it represents, its name in the board's symbols, its CSS class. */
export type Sign = readonly [about: string, symbol: string, kind?: string];

const same = (vocabulary: string, words: string, kind?: (word: string) => string): Sign[] =>
  words.split(" ").map((word) => [`${vocabulary}.${word}`, word, kind?.(word) ?? ""]);

/** The signs used on the boards. */
export const LEGENDS: Readonly<Record<string, readonly Sign[]>> = {
  colonia: [
    ...same("resource", "leather iron wood linen fur"),
    ...same("good", "saddle wheel painting clothes shoes"),
    ["currency.mark", "bergen", "town t-bergen"],
    ["currency.gulden", "bruges", "town t-bruges"],
    ["currency.pound", "london", "town t-london"],
    ["currency.grivna", "novgorod", "town t-novgorod"],
    ...same("location", "home town_hall bag die"),
    ["location.relic_deck", "relic"],
    ["location.ship_deck", "sail"],
    ["location.windows", "window", "gilt"],
  ],
  "golden-horn": [
    ...same("zone", "bag deck discard"),
    ["zone.hand", "card"],
    ["zone.start", "flag", "gilt"],
    ["place.modone", "anchor"],
  ],
  "notre-dame": same(
    "action",
    "hospital park residence cloister_school bank carriage_house hotel notre_dame trusted_friend",
  ),
  "pillars-of-the-earth": [
    ...same("thing", "sand wood stone metal gold points", (word) => `t-${word}`),
    ["site.workers", "worker"],
    ["space.bishop", "shield"],
    ["site.start", "start"],
    ["site.tax", "die"],
  ],
  troyes: [
    ["verb.activate", "card"],
    ["verb.build", "white"],
    ["verb.combat", "red"],
    ["verb.place", "citizen"],
    ["verb.farm", "yellow"],
    ["verb.recruit", "influence", "royal"],
  ],
};
