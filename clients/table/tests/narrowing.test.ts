import assert from "node:assert/strict";
import { test } from "node:test";
import { narrow, type Target, touch } from "../src/store/answering/narrowing";

const option = (word: string, ...targets: Target[]) => ({ word, targets });
const thing = (id: string, times = 1, role?: string): Target => ({ id, times, ...(role && { role }) });

const CARDS = [option("bank", thing("card.blue.bank")), option("park", thing("card.red.park"))];
const HOTEL = [
  option("gold", thing("choice.gold")),
  option("gold.gold", thing("choice.gold", 2)),
  option("gold.rat", thing("choice.gold"), thing("choice.rat")),
];
const GROUP = [
  option("markers_2.friend", thing("s0.bank", 2, "marker"), thing("s0.friend")),
  option("markers_1", thing("s0.bank", 1, "marker")),
];
const EXCHANGE = [
  option("one", thing("gold", 1, "give"), thing("wood", 1, "get")),
  option("other", thing("wood", 1, "give"), thing("gold", 1, "get")),
];

/** What is left after touches of things, one after the other; a thing that is not lit is not touched. */
function after(options: readonly ReturnType<typeof option>[], ...ids: string[]) {
  const touched: Target[] = [];
  for (const id of ids) {
    const target = touch(options, touched, id);
    assert.ok(target, `${id} is not lit`);
    touched.push(target);
  }
  return narrow(options, touched);
}

test("without a touch everything is left, everything is lit, and nothing is chosen", () => {
  const { left, lit, one, whole } = narrow(CARDS, []);
  assert.deepEqual([left.length, [...lit], one, whole], [2, ["card.blue.bank", "card.red.park"], undefined, undefined]);
});

test("one option is not chosen before it is touched", () => {
  assert.equal(narrow(CARDS.slice(0, 1), []).one, undefined);
  assert.equal(after(CARDS.slice(0, 1), "card.blue.bank").one?.word, "bank");
});

test("touches leave one option, in any order", () => {
  assert.equal(after(HOTEL, "choice.gold", "choice.rat").one?.word, "gold.rat");
  assert.equal(after(HOTEL, "choice.rat").one?.word, "gold.rat");
});

test("what is touched wholly, while others go on, can be all", () => {
  const { whole, lit, one } = after(HOTEL, "choice.gold");
  assert.deepEqual([whole?.word, [...lit], one], ["gold", ["choice.gold", "choice.rat"], undefined]);
  assert.equal(after(HOTEL, "choice.gold", "choice.gold").one?.word, "gold.gold");
});

test("an amount is touched as often as it says", () => {
  const first = after(GROUP, "s0.bank");
  assert.equal(first.whole?.word, "markers_1");
  assert.equal(after(GROUP, "s0.bank", "s0.friend").one?.word, "markers_2.friend");
});

test("a thing is touched in the first role that an option still wants it in", () => {
  assert.equal(after(EXCHANGE, "gold").one?.word, "one");
  assert.equal(after(EXCHANGE, "wood").left.length, 1);
});

test("what no option wants cannot be touched", () => {
  assert.equal(touch(CARDS, [], "card.green.park"), undefined);
  assert.equal(touch(CARDS, [{ id: "card.blue.bank" }], "card.red.park"), undefined);
});

test("options that tell no targets are left, and nothing is lit", () => {
  const { left, lit } = narrow([{ word: "a" }, { word: "b" }], []);
  assert.deepEqual([left.length, lit.size], [2, 0]);
});

test("what a lesson does not want is neither left nor lit, and nothing is chosen sooner", () => {
  const only = ({ word }: { word: string }) => word === "gold.gold";
  const { left, lit, one } = narrow(HOTEL, [], only);
  assert.deepEqual([left.map(({ word }) => word), [...lit], one], [["gold.gold"], ["choice.gold"], undefined]);
  assert.equal(narrow(HOTEL, [{ id: "choice.gold" }], only).one, undefined);
  assert.equal(touch(HOTEL, [], "choice.rat", only), undefined);
});
