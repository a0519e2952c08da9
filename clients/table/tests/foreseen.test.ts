import assert from "node:assert/strict";
import { test } from "node:test";
import type { Game, Preview, Update } from "@podesta/client";
import { foreseen, news } from "../src/store/answering/foreseen";

const game = (revision: number, gold: number, more: object = {}): Game =>
  ({
    revision,
    status: "running",
    view: { players: [{ gold }] },
    questions: [],
    waiting: [],
    ...more,
  }) as unknown as Game;
const seen = (stop: string, after: Game): Preview =>
  ({ stop, after, notes: [{ text: "Ada takes gold." }] }) as unknown as Preview;
const told = (after: Game, event = "answered"): Update =>
  ({ revision: after.revision, after, events: [{ event }], notes: [{ text: "Ada takes gold." }] }) as unknown as Update;

const HEAD = game(7, 1, { head: "00ff" });

test("what a preview tells whole is the next revision of the game", () => {
  for (const stop of ["question", "others"]) {
    const { game: next } = foreseen(HEAD, seen(stop, game(7, 2))) ?? {};
    assert.deepEqual([next?.revision, next?.head, next?.view], [8, "00ff", { players: [{ gold: 2 }] }]);
  }
});

test("where lots are drawn, others choose in secret, or all is over, nothing is foreseen", () => {
  for (const stop of ["draw", "hidden", "end"]) assert.equal(foreseen(HEAD, seen(stop, game(7, 2))), undefined);
});

test("what comes as foreseen stays the same object, and moves nothing again", () => {
  const ahead = foreseen(HEAD, seen("others", game(7, 2)));
  const update = news(told(game(8, 2, { head: "0abc" })), ahead);
  assert.equal(update.after.view, ahead?.game.view);
  assert.equal(update.after.head, "0abc");
  assert.deepEqual(update.notes, []);
});

test("what comes otherwise is what was told", () => {
  const ahead = foreseen(HEAD, seen("others", game(7, 2)));
  assert.deepEqual(news(told(game(8, 3)), ahead).after.view, { players: [{ gold: 3 }] });
  for (const other of [told(game(8, 3), "timed_out"), told(game(9, 2))]) assert.equal(news(other, ahead), other);
  assert.equal(news(told(game(8, 2)), undefined).notes.length, 1);
});
