import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, connect, type StreamEvent, type Turn } from "@podesta/client";
import { all, anything, client, last, lossy, opened, revisions, upTo } from "./kit.js";

test("a game is played turn by turn to its end, and its stream has every revision once", async () => {
  const podesta = client();
  const { game, seats } = await opened(podesta, 8);
  const [told, ended] = await Promise.all([
    all(podesta.watch(game.game, { after: 0 })),
    ...seats.map((seat) => seat.play(anything)),
  ]);
  assert.ok(ended && ended.status === "ended");
  assert.deepEqual(revisions(told), upTo(ended.revision));
  assert.equal(told.at(-1)?.event, "end");
});

test("answers get lost on the way and streams are cut off, yet each command is carried out once", async () => {
  const road = await lossy((count, path) => (path.includes("stream") ? "cut" : count % 3 === 0 ? "lost" : "passed"));
  const podesta = connect(road.url);
  const { game, seats } = await opened(client(), 2);
  const far = seats.map((seat) => podesta.seat(game.game, seat.token));
  const told: StreamEvent[] = [];
  const [ada, bice] = far;
  assert.ok(ada && bice);
  const followed = async (): Promise<void> => {
    for await (const turn of ada.turns({ after: 0, told: (event) => told.push(event) }))
      await turn.answer(anything(turn));
  };
  await Promise.all([followed(), bice.play(anything)]);
  const { revision } = await client().game(game.game);
  assert.deepEqual(revisions(told), upTo(revision));
  assert.ok(new Set(road.keys).size < road.keys.length, "no answer was lost: the test shows nothing");
  road.close();
});

test("a turn is over when another client of the seat has answered; its own answer then changes nothing", async () => {
  const podesta = client();
  const { game, seats } = await opened(podesta);
  const [ada] = seats;
  const other = podesta.seat(game.game, ada?.token ?? "");
  const seen: Turn[] = [];
  for await (const turn of ada?.turns() ?? []) {
    seen.push(turn);
    if (seen.length > 1) break;
    await other.answer(turn.game.revision, [{ question: turn.question.kind, option: last(turn).word }]);
    if (!turn.signal.aborted)
      await new Promise((heard) => turn.signal.addEventListener("abort", heard, { once: true }));
    assert.equal(await turn.answer(last(turn)), null);
    await other.retract(2);
  }
  assert.deepEqual(
    seen.map((turn) => turn.game.revision),
    [1, 3],
  );
});

test("a turn is previewed and explained, and answered with several answers as one command", async () => {
  const { seats } = await opened(client());
  const [ada, bice] = seats;
  for await (const turn of ada?.turns() ?? []) {
    assert.equal(turn.game.ruleset, "golden-horn");
    assert.equal((await turn.preview("venice.venice.venice")).taken, 1);
    assert.equal((await turn.explain("atlantis")).open, false);
    await assert.rejects(turn.answer(["venice.venice.venice", { question: "act", option: "nothing" }]));
    assert.equal(turn.signal.aborted, false);
    assert.equal((await turn.answer(["venice.venice.venice"]))?.update.revision, 2);
    break;
  }
  assert.equal((await bice?.look())?.questions[0]?.kind, "place_ships");
});

test("answers to questions that follow one another are previewed together, and taken as one command", async () => {
  let found = 0;
  // chance decides whether a short game asks a seat twice in a row
  for (let games = 0; !found && games < 40; games += 1) found += await playedTogether();
  assert.ok(found, "the seat was never asked twice in a row");
});

/** Play a game, with two answers as one command wherever a seat is asked twice in a row: how often that was. */
async function playedTogether(): Promise<number> {
  const { seats } = await opened(client(), 4);
  const [ada, bice] = seats;
  let found = 0;
  const theirs = bice?.play(anything);
  for await (const turn of ada?.turns() ?? []) {
    const answers = await together(turn);
    const taken = await turn.answer(answers);
    if (answers.length < 2) continue;
    found += 1;
    assert.equal(taken?.update.revision, turn.game.revision + 1);
    assert.equal(taken?.update.events.filter(({ event }) => event === "answered").length, 2);
  }
  await theirs;
  return found;
}

/** An answer to a turn, and one more if the same seat is asked again. */
async function together(turn: Turn): Promise<Answer[]> {
  const first = { question: turn.question.kind, option: anything(turn).word };
  const { stop, after } = await turn.preview(first);
  const [next] = after.questions;
  if (stop !== "question" || !next?.options[0]) return [first];
  const both = [first, { question: next.kind, option: next.options[0].word }];
  assert.equal((await turn.preview(both)).taken, 2);
  return both;
}

test("several games come on one stream, each with every revision once, whatever breaks", async () => {
  const road = await lossy((count, path) => (path.includes("stream") && count < 4 ? "cut" : "passed"));
  const games = await Promise.all([1, 2, 3].map((rounds) => opened(client(), rounds)));
  const followed = games.map(({ game, seats }) => ({ game: game.game, token: seats[0]?.token, after: 0 }));
  const watching = all(connect(road.url).watchAll(followed));
  const ended = await Promise.all(games.flatMap(({ seats }) => seats.map((seat) => seat.play(anything))));
  const told = await watching;
  for (const { game, revision } of ended)
    assert.deepEqual(revisions(told.filter((each) => each.data.game === game)), upTo(revision));
  road.close();
});

test("a stream that was told to end says why, and one without a valid token is refused", async () => {
  const podesta = client();
  const { game } = await opened(podesta);
  const stop = new AbortController();
  const first = podesta.watch(game.game, { signal: stop.signal });
  assert.equal((await first.next()).value?.event, "game");
  stop.abort(new Error("enough"));
  await assert.rejects(first.next(), /enough/);
  await assert.rejects(podesta.watch(game.game, { token: "nonsense" }).next(), { type: "/problems/bad-token" });
});

test("a silent connection is given up and made again", async () => {
  const { game, seats } = await opened(client());
  const lost: unknown[] = [];
  const how = { after: 1, silence: 200, lost: (why: unknown) => lost.push(why) };
  const stream = client().watch(game.game, how);
  const next = (async () => {
    for await (const told of stream) if (told.event === "update") return told.data.revision;
    return undefined;
  })();
  while (!lost.length) await new Promise((soon) => setTimeout(soon, 50));
  await seats[0]?.answer(1, [{ question: "place_ships", option: "venice.venice.venice" }]);
  assert.equal(await next, 2);
});
