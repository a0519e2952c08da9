import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BadToken,
  checkSigned,
  connect,
  type HostWish,
  IllegalAnswer,
  labels,
  NotInvited,
  NotOver,
  NotYourTurn,
  type Podesta,
  Problem,
  type Seat,
  StaleRevision,
  signaturesOf,
  signedHead,
  TicketUsed,
  UnknownGame,
  UnknownRuleset,
  Unreachable,
} from "@podesta/client";
import { client, counting, opened } from "./kit.js";

const PLACED = [{ question: "place_ships", option: "venice.venice.venice" }];

/** What a token is for; one that is told again may be some seconds younger. */
function held(token = ""): unknown {
  const { iat, exp, ...rest } = JSON.parse(atob(token.split(".")[1] ?? ""));
  assert.ok(iat < exp);
  return rest;
}

test("a game is opened, joined, looked at and found in the lobby", async () => {
  const podesta = client();
  const seats = [{ name: "Ada", claim: true }, {}];
  const { game, seats: claimed } = await podesta.create({ ruleset: "golden-horn", seats, clock: { idle_days: 3 } });
  const found = [];
  for await (const each of podesta.games({ ruleset: "golden-horn", status: "open", free: 1 })) found.push(each.game);
  assert.ok(found.includes(game.game));
  const { seat } = await podesta.claim(game.game, { name: "Bice" });
  assert.deepEqual([(await claimed[0]?.look())?.seat, (await seat?.look())?.seat], [0, 1]);
  const seen = await podesta.game(game.game);
  assert.equal(seen.seat, null);
  assert.ok(seen.ruleset === "golden-horn" && seen.view.route.length > 0);
});

test("a head is signed on request, kept, and held against the key that the service tells", async () => {
  const podesta = client();
  const { game } = await podesta.create({ ruleset: "golden-horn", seats: [{ name: "Ada", claim: true }, {}] });
  const signed = await signedHead(podesta, game.game, { at: 1 });
  assert.deepEqual([signed.revision, signed.head, signed.checked], [1, podesta.heads.of(game.game).get(1), true]);
  assert.deepEqual((await signaturesOf(podesta)).of(game.game), [signed]);
  const other = client();
  (await signaturesOf(other)).tell(signed.key, "ab".repeat(32));
  await assert.rejects(signedHead(other, game.game, { at: 1 }), { name: "bad-signature" });
  await assert.rejects(checkSigned({ ...signed, revision: 2 }, signed.publicKey), { name: "bad-signature" });
  await assert.rejects(checkSigned({ ...signed, game: "another" }, signed.publicKey), { name: "bad-signature" });
});

test("the rules of a version are asked for by name", async () => {
  const podesta = client();
  const [newest, named] = await Promise.all([
    podesta.ruleset("golden-horn"),
    podesta.ruleset("golden-horn", "golden-horn/1"),
  ]);
  assert.ok(newest.summary.versions.includes(named.summary.rules));
  assert.equal(named.summary.rules, "golden-horn/1");
  await assert.rejects(podesta.ruleset("golden-horn", "golden-horn/9"), UnknownRuleset);
});

test("a refusal is an exception of its own class, with what would have been legal", async () => {
  const podesta = client();
  const { game, seats } = await opened(podesta);
  const [ada, bice] = seats;
  assert.ok(ada && bice);
  const wrong = ada.answer(1, [{ question: "place_ships", option: "atlantis" }]);
  await assert.rejects(
    wrong,
    (error) => error instanceof IllegalAnswer && error.legal.length > 0 && error.rule === "G-12",
  );
  await assert.rejects(bice.answer(1, PLACED), NotYourTurn);
  await ada.answer(1, PLACED);
  await assert.rejects(ada.answer(1, PLACED), (error) => error instanceof StaleRevision && error.revision === 2);
  await assert.rejects(podesta.game("aaaaaaaaaaaaaaaaaaaaa"), UnknownGame);
  await assert.rejects(podesta.game(game.game, { token: "nonsense" }), BadToken);
  await assert.rejects(client({ language: "it" }).ruleset("chess"), (error) => {
    return error instanceof UnknownRuleset && error.title === "Questo gioco non esiste" && !error.mending;
  });
});

test("a command that is sent again under its id is carried out once", async () => {
  const podesta = client();
  const { game, seats } = await opened(podesta);
  const how = { commandId: "ada-places-her-ships" };
  const [first, again] = [await seats[0]?.answer(1, PLACED, how), await seats[0]?.answer(1, PLACED, how)];
  assert.deepEqual([first?.repeated, again?.repeated], [false, true]);
  assert.equal((await podesta.game(game.game)).revision, 2);
});

test("an answer is previewed, explained, taken back, ordered beforehand; a seat is left", async () => {
  const podesta = client();
  const { game, seats } = await opened(podesta);
  const [ada, bice] = seats;
  assert.ok(ada && bice);
  assert.equal((await ada.preview(PLACED)).taken, 1);
  assert.equal((await ada.explain({ question: "place_ships", option: "atlantis" })).open, false);
  const taken = await ada.answer(1, PLACED);
  assert.match(taken.update.notes[0]?.text ?? "", /^Ada places the three-colour ship in Venice/);
  assert.equal(taken.update.after.take_back?.can, true);
  assert.match((await bice.look()).take_back?.text ?? "", /\w/);
  assert.equal((await ada.retract(2)).update.after.questions[0]?.kind, "place_ships");
  const rules = [{ question: "place_ships", answer: ["venice.venice.venice"], times: 1 }];
  assert.equal((await podesta.leaveOrders(game.game, bice.token, { rules })).rules[0]?.used, 0);
  assert.equal((await podesta.orders(game.game, bice.token)).cancelled, null);
  assert.equal((await podesta.withdrawOrders(game.game, bice.token)).cancelled?.reason, "withdrawn");
  const revisions = [];
  for await (const update of podesta.history(game.game)) revisions.push(update.revision);
  assert.deepEqual(revisions, [1, 2, 3]);
  assert.equal((await ada.resign()).update.after.status, "ended");
});

test("a host invites, frees a seat, puts the game into the lobby and closes it; a seat is given out anew", async () => {
  const podesta = client();
  const seats = [{ name: "Ada", claim: true }, { invitation: "seat" as const }, { kept: "Zoe" }];
  const { game, host, invitations } = await podesta.create({ ruleset: "golden-horn", seats, listed: false });
  await assert.rejects(podesta.claim(game.game, { name: "Eve" }), NotInvited);
  const guest = { name: "Bice", invitation: invitations[0]?.secret ?? "" };
  const { seat } = await podesta.claim(game.game, guest);
  const { seat: renewed } = await podesta.reissue(game.game, 1, seat?.token ?? "");
  await assert.rejects(seat?.look() ?? Promise.resolve(), BadToken);
  assert.equal((await renewed?.look())?.seat, 1);
  const hosting = (body: HostWish) => podesta.host(game.game, host.token, body);
  assert.equal((await hosting({ action: "free", seat: 1 })).status, "open");
  assert.ok((await hosting({ action: "invite", seat: 1 })).invitation?.secret);
  assert.equal((await hosting({ action: "list" })).listed, true);
  assert.equal((await hosting({ action: "close" })).status, "ended");
});

test("a game that is over is played once more, by whoever asks for it with a token", async () => {
  const podesta = client();
  const { game, seats, host } = await opened(podesta);
  const [ada, bice] = seats;
  await assert.rejects(ada?.rematch() ?? Promise.resolve(), NotOver);
  await bice?.resign();
  const first = await ada?.rematch();
  assert.deepEqual([first?.seat?.game, first?.game.status], [(await podesta.game(game.game)).rematch, "open"]);
  const [second, hosted] = [await bice?.rematch(), await podesta.rematch(game.game, host.token)];
  assert.equal(second?.game.status, "running");
  assert.deepEqual([(await first?.seat?.look())?.seat, (await second?.seat?.look())?.seat], [1, 0]);
  assert.ok(hosted.host && !hosted.seat);
  assert.deepEqual(held((await ada?.rematch())?.token?.token), held(first?.token?.token));
});

test("a ticket brings a seat to another device, once, or shares it", async () => {
  const podesta = client();
  const { game, seats } = await opened(podesta);
  const [ada] = seats;
  assert.ok(ada);
  const both = (await ada.issueTicket({ share: true, minutes: 1 })).ticket;
  const shared = await podesta.useTicket(game.game, both);
  await assert.rejects(podesta.useTicket(game.game, both), TicketUsed);
  assert.deepEqual([(await ada.look()).seat, (await shared.seat?.look())?.seat], [0, 0]);
  const { ticket } = await ada.issueTicket();
  const how = { commandId: "the-telephone-of-ada" };
  const [taken, again] = [
    await podesta.useTicket(game.game, ticket, how),
    await podesta.useTicket(game.game, ticket, how),
  ];
  assert.deepEqual(held(taken.token?.token), held(again.token?.token));
  assert.equal((await taken.seat?.look())?.seat, 0);
  await assert.rejects(ada.look(), BadToken);
  await assert.rejects(podesta.useTicket(game.game, ticket), BadToken);
});

test("somebody's games are found by their tokens, those first in which it is one's turn", async () => {
  const podesta = client();
  const [first, second] = [await opened(podesta), await opened(podesta)];
  const tokens = [first.seats[1], second.seats[0]].map((seat) => seat?.token ?? "");
  const { games, worthless } = await podesta.myGames([...tokens, (await lost(podesta)).token]);
  assert.deepEqual(
    games.map((each) => [each.game.game, each.seat, each.your_turn]),
    [
      [second.game.game, 0, true],
      [first.game.game, 1, false],
    ],
  );
  assert.deepEqual(worthless, [2]);
  await assert.rejects(podesta.playerGames("user-4711", "not-a-key").next(), Problem);
});

/** A seat whose token is worthless. */
async function lost(podesta: Podesta): Promise<Seat> {
  const [ada] = (await opened(podesta)).seats;
  assert.ok(ada);
  await podesta.reissue(ada.game, 0, ada.token);
  return ada;
}

test("a catalogue travels once, also beyond the page, and in the language of the client", async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  const { fetch, statuses } = counting();
  const italian = client({ language: "it-IT", storage, fetch });
  const first = await italian.ruleset("golden-horn");
  const again = await client({ language: "it-IT", storage, fetch }).ruleset("golden-horn");
  const english = await client({ storage, fetch }).ruleset("golden-horn");
  assert.deepEqual(statuses, [200, 304, 200]);
  assert.deepEqual(again, first);
  assert.equal(labels(first)("port", "venice"), "Venezia");
  assert.equal(labels(english)("port", "venice"), "Venice");
});

test("patience has an end, and a caller's signal is heard at once", async () => {
  const nowhere = connect("http://127.0.0.1:9", { patience: 300 });
  await assert.rejects(nowhere.rulesets(), Unreachable);
  const stop = AbortSignal.timeout(50);
  const asked = connect("http://127.0.0.1:9").create({ ruleset: "troyes", seats: [{}] }, { signal: stop });
  await assert.rejects(asked, { name: "TimeoutError" });
});
