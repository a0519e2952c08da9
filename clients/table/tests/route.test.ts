import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Option, Preview } from "@podesta/client";
import { named, narrow, touch } from "../src/store/answering/narrowing";
import { leading, type Step, steps } from "../src/store/answering/route";

const leads = (id: string): boolean => id.startsWith("space.");
const option = (word: string, ...ids: string[]): Option =>
  ({ word, label: word, targets: ids.map((id) => ({ id })) }) as unknown as Option;

const MOVE = option("move.a", "ship.a", "space.1");
const STOP = option("stop", "!pass");
const QUESTIONS: Readonly<Record<number, readonly Option[]>> = {
  1: [STOP, option("continue", "space.2", "card.red")],
  2: [STOP, option("continue", "space.3")],
  3: [STOP],
};

/** What previews say of so many answers on a sea of three spaces. */
function look(stop: string): (answers: readonly Answer[]) => Promise<Preview> {
  return async (answers) => {
    const questions = [{ kind: "sail", options: QUESTIONS[answers.length] }];
    return { stop, after: { questions } } as unknown as Preview;
  };
}

async function all(option: Option, stop = "question"): Promise<Step[]> {
  const found: Step[] = [];
  for await (const step of steps(option, [{ question: "act", option: option.word }], leads, look(stop)))
    found.push(step);
  return found;
}

test("a far space is all answers up to there, with what they cost, and the one that goes no further", async () => {
  const found = await all(MOVE);
  assert.deepEqual(
    found.map(({ zone }) => zone),
    ["space.1", "space.2", "space.3"],
  );
  assert.deepEqual(
    found.map(({ price }) => price),
    [[], ["card.red"], ["card.red"]],
  );
  const words = found.map(({ answers }) => answers.map((answer) => answer.option));
  assert.deepEqual(words[0], ["move.a", "stop"]);
  assert.deepEqual(words[2], ["move.a", "continue", "continue", "stop"]);
});

test("where something is drawn the way ends, and nothing is answered beyond", async () => {
  const found = await all(MOVE, "draw");
  assert.deepEqual(
    found.map(({ zone, answers }) => [zone, answers.length]),
    [["space.1", 1]],
  );
});

test("what has two answers that lead nowhere is not answered on the way", async () => {
  const declare = [STOP, option("declare", "ending.declare")];
  const seen = async () => ({ stop: "question", after: { questions: [{ kind: "declare_end", options: declare }] } });
  const found: Step[] = [];
  for await (const step of steps(MOVE, [], leads, seen as never)) found.push(step);
  assert.deepEqual(
    found.map(({ answers }) => answers.length),
    [0],
  );
});

test("only one option that leads somewhere is followed: not while several are open", () => {
  const loading = option("load.a", "ship.a", "good.red", "space.1");
  const other = option("move.b", "ship.b", "space.2");
  const ship = [{ id: "ship.a" }];
  assert.equal(leading([MOVE, other], [], leads), undefined);
  assert.equal(leading(narrow([MOVE, loading], ship).left, ship, leads), undefined);
  assert.equal(leading([MOVE], ship, leads), MOVE);
  assert.equal(leading([MOVE], [...ship, { id: "space.1" }], leads), undefined);
  assert.equal(leading([STOP, option("continue", "space.2")], [], leads)?.word, "continue");
});

test("a thing that is touched in several roles is touched in the one that is named", () => {
  const places = ["venice", "constantinople"].map((port) => ({ word: port, targets: [{ id: "ship.a", role: port }] }));
  assert.deepEqual([...narrow(places, []).lit], ["ship.a"]);
  assert.ok(narrow(places, []).roles.has("ship.a as constantinople"));
  const touched = touch(places, [], "ship.a as constantinople");
  assert.equal(touched && named(touched), "ship.a as constantinople");
  assert.equal(narrow(places, touched ? [touched] : []).one?.word, "constantinople");
});
