import assert from "node:assert/strict";
import { test } from "node:test";
import { BadToken, connect, type Ruleset, type Seat, type StreamEvent } from "@podesta/client";
import { all, anything, client, forged, lossy, opened, revisions, upTo } from "./kit.js";

const RULESETS: Ruleset[] = ["colonia", "golden-horn", "notre-dame", "pillars-of-the-earth", "troyes"];
const ROUNDS = Number(process.env.PODESTA_GAMES ?? 1);
const NAMES = ['Ada "the first" \\ à', "Bice 🎲", "Carla"];

/** A game with a name for each seat that has to be spelled with care. */
async function seated(ruleset: Ruleset, count: number): Promise<Seat[]> {
  const seats = NAMES.slice(0, count).map((name) => ({ name, claim: true }));
  return (await client().create({ ruleset, seats, clock: { idle_days: 3 } })).seats;
}

for (const ruleset of RULESETS)
  for (const round of upTo(ROUNDS))
    test(`games out of patches are those that are told whole: ${ruleset}, game ${round}`, async () => {
      const seats = await seated(ruleset, ruleset === "colonia" ? 3 : 2);
      const [game, token] = [seats[0]?.game ?? "", seats[0]?.token];
      const lost: unknown[] = [];
      const how = { token, after: 0, lost: (why: unknown) => lost.push(why) };
      const [light] = await Promise.all([all(client().watch(game, how)), ...seats.map((seat) => seat.play(anything))]);
      for (const view of ["full", "none"] as const) {
        const told = (await all(client().watch(game, { ...how, view }))).filter(({ event }) => event === "update");
        const expected = light
          .filter(({ event }) => event === "update")
          .map((each) => (view === "none" ? bare(each) : each));
        assert.deepEqual(told, expected);
      }
      assert.ok(light.length > 10);
      assert.deepEqual(lost, []);
    });

function bare(told: StreamEvent): unknown {
  return told.event === "update"
    ? { ...told, data: { ...told.data, after: { ...told.data.after, view: null } } }
    : told;
}

test("a seat's stream of patches begins with the game as it is, and what did not change is the same object", async () => {
  const { game, seats } = await opened(client());
  const told: StreamEvent[] = [];
  for await (const event of seats[0]?.watch() ?? []) {
    if (event.event === "heartbeat") continue;
    told.push(event);
    if (told.length === 2) break;
    await seats[0]?.answer(1, [{ question: "place_ships", option: "venice.venice.venice" }]);
  }
  const [first, second] = told;
  assert.ok(first?.event === "game" && second?.event === "update");
  assert.deepEqual(second.data.after, await client().game(game.game, { token: seats[0]?.token ?? "" }));
  assert.equal(second.data.after.options, first.data.options);
});

test("where patches do not fit, the stream goes on with whole games, without a gap", async () => {
  let forgeries = 0;
  const road = await forged((text) =>
    text.replace(/"leads_to":"[0-9a-f]{16}"/g, (digest) => {
      forgeries += 1;
      return forgeries === 4 ? '"leads_to":"0123456789abcdef"' : digest;
    }),
  );
  const { game, seats } = await opened(client(), 2);
  const lost: unknown[] = [];
  const watching = all(connect(road.url).watch(game.game, { after: 0, lost: (why) => lost.push(why) }));
  const [ended] = await Promise.all(seats.map((seat) => seat.play(anything)));
  const told = await watching;
  road.close();
  assert.deepEqual(revisions(told), upTo(ended?.revision ?? 0));
  assert.match(String(lost[0]), /does not fit/);
  assert.equal(lost.length, 1);
  const whole = await all(client().watch(game.game, { after: 0, view: "full" }));
  assert.deepEqual(updates(told), updates(whole));
});

const updates = (events: readonly StreamEvent[]): StreamEvent[] => events.filter(({ event }) => event === "update");

test("games join a shared stream and leave it; each is told every revision once, on one connection at a time", async () => {
  const addresses: string[] = [];
  const counted: typeof fetch = (address, asked) => {
    if (String(address).includes("/v1/stream?")) addresses.push(String(address));
    return fetch(address, asked);
  };
  const podesta = client({ fetch: counted });
  const shared = podesta.share({ view: "patch" });
  const [first, second, left] = await Promise.all([opened(podesta, 2), opened(podesta, 2), opened(podesta)]);
  const followed = [first, second].map(({ game }) => all(podesta.watch(game.game, { on: shared, after: 0 })));
  for await (const { data } of podesta.watch(left.game.game, { on: shared })) {
    assert.equal(data.game, left.game.game);
    assert.equal(shared.games.length, 3);
    break;
  }
  assert.deepEqual(shared.games.sort(), [first.game.game, second.game.game].sort());
  const twice = podesta.watch(first.game.game, { on: shared }).next();
  await assert.rejects(twice, /another seat needs its own/);
  const games = [first, second].flatMap(({ seats }) => seats.map((seat) => seat.play(anything)));
  const third = (await opened(podesta, 2)).seats;
  const all_turns = third.map(async (seat) => {
    const told: StreamEvent[] = [];
    for await (const turn of seat.turns({ on: podesta.share(), after: 0, told: (event) => told.push(event) }))
      await turn.answer(anything(turn));
    return told;
  });
  const [ended, told] = await Promise.all([Promise.all(games), Promise.all(followed), Promise.all(all_turns)]);
  assert.deepEqual(revisions(told[0] ?? []), upTo(ended[0]?.revision ?? 0));
  assert.deepEqual(revisions(told[1] ?? []), upTo(ended[2]?.revision ?? 0));
  assert.equal(addresses[0]?.match(/game=/g)?.length, 3);
  assert.deepEqual(shared.games, []);
});

test("a game that is refused leaves the others of its stream alone, and a signal ends one reader", async () => {
  const [podesta, stop] = [client(), new AbortController()];
  const shared = podesta.share();
  const [sound, other] = await Promise.all([opened(podesta, 1), opened(podesta)]);
  const watching = all(podesta.watch(sound.game.game, { on: shared, after: 0 }));
  const stopped = all(podesta.watch(other.game.game, { on: shared, signal: stop.signal }));
  const foreign = (await opened(podesta)).game.game;
  const refused = all(podesta.watch(foreign, { on: shared, token: "nonsense" }));
  await assert.rejects(refused, BadToken);
  stop.abort(new Error("enough"));
  await assert.rejects(stopped, /enough/);
  await assert.rejects(all(podesta.watch(other.game.game, { on: shared, signal: stop.signal })), /enough/);
  const [ended] = await Promise.all(sound.seats.map((seat) => seat.play(anything)));
  assert.deepEqual(revisions(await watching), upTo(ended?.revision ?? 0));
});

test("the signal of a shared stream ends every reader, also one who joins later", async () => {
  const [podesta, stop] = [client(), new AbortController()];
  const shared = podesta.share({ signal: stop.signal, view: "none" });
  const { game } = await opened(podesta);
  const reader = podesta.watch(game.game, { on: shared });
  const first = await reader.next();
  assert.ok(first.value?.event === "game" && first.value.data.view === null);
  stop.abort(new Error("enough"));
  await assert.rejects(all(reader), /enough/);
  await assert.rejects(all(podesta.watch(game.game, { on: shared })), /enough/);
});

test("who reads slowly holds nobody up, and misses nothing", async () => {
  const podesta = client();
  const shared = podesta.share();
  const [slow, quick] = [await seated("notre-dame", 2), await opened(podesta, 1)];
  const [ended] = await Promise.all(slow.map((seat) => seat.play(anything)));
  assert.ok(ended && ended.revision > 80, "nobody can be slow in a game that is this short");
  const reader = podesta.watch(ended.game, { on: shared, after: 0 });
  const first = await reader.next();
  const other = all(podesta.watch(quick.game.game, { on: shared, after: 0 }));
  const [over] = await Promise.all(quick.seats.map((seat) => seat.play(anything)));
  assert.deepEqual(revisions(await other), upTo(over?.revision ?? 0));
  const told = [first.value as StreamEvent, ...(await all(reader))];
  assert.deepEqual(revisions(told), upTo(ended.revision));
});

test("a ticket stands in the address of a stream, and opens it once, as the seat", async () => {
  const { game, seats } = await opened(client());
  const followed = [{ game: game.game, token: seats[0]?.token, after: 1 }];
  const address = await client().streamAddress(followed, "none");
  assert.ok(!address.includes(seats[0]?.token ?? ""));
  const [first, again] = [await fetch(address), await fetch(address)];
  assert.deepEqual([first.status, again.status], [200, 401]);
  await seats[0]?.answer(1, [{ question: "place_ships", option: "venice.venice.venice" }]);
  let text = "";
  for await (const piece of first.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes("event: update")) break;
  }
  assert.match(text, /^id: [a-z2-7]{21}:2$/m);
  assert.match(text, /"seat":0/);
});

test("the lobby tells what comes and goes, over lost connections, until its signal ends it", async () => {
  const road = await lossy((count) => (count === 1 ? "cut" : "passed"), 2);
  const [far, podesta, stop] = [connect(road.url), client(), new AbortController()];
  const lost: unknown[] = [];
  const how = { signal: stop.signal, lost: (why: unknown) => lost.push(why) };
  let game = "";
  const seen: [boolean, number | undefined][] = [];
  const told = async (): Promise<void> => {
    for await (const games of far.watchLobby({ ruleset: "troyes", status: "open" }, how)) {
      const found = games.find((each) => each.game === game);
      if (seen.at(-1)?.[0] !== !!found || seen.at(-1)?.[1] !== found?.free) seen.push([!!found, found?.free]);
      if (!game) ({ game } = (await podesta.create({ ruleset: "troyes", seats: [{}, {}] })).game);
      else if (found?.free === 2) await podesta.claim(game, { name: "Ada" });
      else if (found) await podesta.claim(game, { name: "Bice" });
      else if (seen.length > 2) stop.abort(new Error("enough"));
    }
  };
  await assert.rejects(told(), /enough/);
  road.close();
  assert.ok(lost.length > 0, "the stream was never cut: the test shows nothing");
  assert.deepEqual(seen, [
    [false, undefined],
    [true, 2],
    [true, 1],
    [false, undefined],
  ]);
});

test("a game that is refused is asked for once more, however slow its reader is", async () => {
  let streams = 0;
  const gone = { type: "/problems/unknown-game", status: 404, title: "", detail: "" };
  const beat = 'event: heartbeat\ndata: {"game": "slow", "head": 1}\n\n';
  const answer = (url: string): Response => {
    if (!url.includes("/v1/stream"))
      return Response.json(url.endsWith("/slow") ? gone : {}, { status: url.endsWith("/slow") ? 404 : 200 });
    streams += 1;
    if (!url.includes("game=slow") || streams > 500) return new Response(new ReadableStream());
    return streams < 3 ? new Response(beat) : Response.json(gone, { status: 404 });
  };
  const stop = new AbortController();
  const podesta = client({ fetch: async (url) => answer(`${url}`) });
  const shared = podesta.share({ signal: stop.signal });
  const slow = podesta.watch("slow", { on: shared })[Symbol.asyncIterator]();
  const first = slow.next();
  const other = podesta.watch("other", { on: shared })[Symbol.asyncIterator]().next();
  assert.equal((await first).value?.event, "heartbeat");
  await new Promise((waited) => setTimeout(waited, 5_000));
  assert.ok(streams <= 8, `${streams} streams`);
  stop.abort();
  await assert.rejects(other);
});
