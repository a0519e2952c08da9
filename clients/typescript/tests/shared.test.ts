import assert from "node:assert/strict";
import { test } from "node:test";
import { verify } from "@podesta/client";
import { connectGrpc, play } from "@podesta/client/grpc";
import { anything, client, GRPC } from "./kit.js";

const FAST = { round_limit: 2, start_seat: 0 };

/** What a browser keeps. */
function stored(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  } as Storage;
}

test("a shared game is played like any other, and its record has a link for each visit", async () => {
  const podesta = client();
  const seats = [
    { name: "Ada", claim: true },
    { name: "Bice", claim: true },
  ];
  const { game, seats: mine } = await podesta.create({ ruleset: "golden-horn", shared: true, seats, options: FAST });
  assert.equal(game.shared, true);
  await Promise.all(mine.map((seat) => seat.play(anything)));
  const { links } = await verify(await podesta.record(game.game));
  assert.ok(links.length === 2 && links.every((told) => told > 2));
});

test("each client has its own seat's chain, and plays on with what its page kept", async () => {
  const [host, storage] = [client(), stored()];
  const wish = { ruleset: "golden-horn", shared: true, seats: [{}, {}], options: FAST } as const;
  const { game } = await host.create({ ...wish, seats: [{}, {}] });
  const { seat } = await client({ storage }).claim(game.game, { name: "Ada" });
  const { seat: other } = await client().claim(game.game, { name: "Bice" });
  assert.ok(seat && other);
  const reloaded = client({ storage }).seat(game.game, seat.token);
  const first = (at: { questions: { options: { word: string }[] }[] }) => at.questions[0]?.options[0]?.word ?? "";
  const grpc = client({ storage });
  await Promise.all([play(connectGrpc(GRPC), reloaded.token, first, await grpc.chains), other.play(anything)]);
  assert.equal((await verify(await host.record(game.game))).links.length, 2);
});

test("without its chain a seat cannot go on, until it brings another", async () => {
  const podesta = client();
  const seats = [
    { name: "Ada", claim: true },
    { name: "Bice", claim: true },
  ];
  const opened = await podesta.create({ ruleset: "golden-horn", shared: true, seats, options: FAST });
  const [ada, bice] = opened.seats;
  assert.ok(ada && bice);
  const stranger = client().seat(opened.game.game, ada.token);
  await assert.rejects(stranger.play(anything), { name: "chain-lost" });
  const { seat: again } = await client().reissue(opened.game.game, 0, ada.token);
  assert.ok(again);
  await Promise.all([again.play(anything), bice.play(anything)]);
  const { links } = await verify(await podesta.record(opened.game.game));
  assert.ok(links.every((told) => told > 1));
});
