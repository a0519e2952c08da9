import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { named, type StreamEvent, Unreachable } from "@podesta/client";
import { Cursor } from "../dist/streams/cursor.js";
import { frames, told } from "../dist/streams/events.js";
import { Line } from "../dist/streams/line.js";
import { hashing, hex, unhex } from "../dist/verify/hashing.js";
import { headsOf } from "../dist/verify/heads.js";
import { byLot, type Lot, lotKey } from "../dist/verify/lottery.js";
import { Sharing } from "../dist/verify/sharing.js";
import { verify } from "../dist/verify/verify.js";
import { linksOf, shareOf } from "../dist/wire/chains.js";
import { Heads } from "../dist/wire/heads.js";
import { Allowance, Patience } from "../dist/wire/patience.js";
import { Problem } from "../dist/wire/problem.js";
import { retryAfter } from "../dist/wire/problems.js";

const [VECTORS, RENEWED] = ["fairness", "renewed"].map(
  (name) => new URL(`../../../tests/laws/game/${name}-vectors.json`, import.meta.url),
) as [URL, URL];
const STREAMS = { first: 1_000, longest: 5_000 };
const away = (wait = 0): Problem => new Problem({ type: "/problems/draining", status: 503 }, wait);

test("a line bears two heartbeats of silence, as the service says them, unless somebody has said how much", async () => {
  const beats = new Response(null, { headers: { "Heartbeat-Seconds": "300" } });
  const [told, untold, set] = [new Line({}), new Line({}), new Line({ silence: 200 })];
  await told.answer(Promise.resolve(beats));
  await untold.answer(Promise.resolve(new Response()));
  await set.answer(Promise.resolve(beats));
  assert.deepEqual([told.silence, untold.silence, set.silence], [605_000, 35_000, 200]);
});

test("pauses are at random below a bound that doubles, never below what the service asks for, and end", () => {
  let now = 0;
  const patience = new Patience(10_000, { first: 100, longest: 400 }, () => now);
  for (const bound of [100, 200, 400, 400]) assert.ok(patience.after(away()) <= bound);
  assert.ok(patience.after(away(700)) >= 700);
  now = 9_999;
  assert.throws(() => patience.after(away(50)), Problem);
  patience.restart();
  assert.ok(patience.after(new Unreachable("")) <= 100);
  const final = new Problem({ type: "/problems/game-over", status: 409 });
  assert.throws(() => patience.after(final), final);
});

test("those who lost the same process do not come back together", () => {
  const tenths = Array.from({ length: 1_000 }, () => Math.floor(new Patience(10_000, STREAMS).after(away()) / 100));
  for (let tenth = 0; tenth < 10; tenth++) assert.ok(tenths.filter((each) => each === tenth).length < 200);
  assert.ok(
    tenths.every((tenth) => tenth > 0),
    "nothing is tried again at once",
  );
});

test("who has nothing left of a limit waits, a second at most", () => {
  const allowance = new Allowance();
  allowance.take('"token";r=4999;t=1, "address";r=19998;t=1', 0);
  assert.equal(allowance.wait(0), 0);
  allowance.take('"token";r=0;t=10, "address";r=5;t=1', 0);
  assert.equal(allowance.wait(400), 600);
});

test("Retry-After is read in seconds and as a date", () => {
  const asks = (value: string): number => retryAfter(new Response(null, { headers: { "Retry-After": value } }), 0);
  assert.deepEqual([asks("2"), asks("Thu, 01 Jan 1970 00:00:03 GMT"), asks("soon")], [2000, 3000, 0]);
  assert.equal(retryAfter(new Response()), 0);
});

const update = (revision: number, game = "a"): StreamEvent =>
  ({ event: "update", data: { game, revision } }) as unknown as StreamEvent;

test("a cursor takes every revision once, and misses none", () => {
  const cursor = new Cursor([{ game: "a", after: 3 }, { game: "b" }]);
  assert.equal(cursor.marks, "a:3");
  assert.deepEqual(
    [update(4), update(4), update(2), update(5)].map((each) => cursor.take(each)),
    [true, false, false, true],
  );
  assert.throws(() => cursor.take(update(7)), Unreachable);
  assert.equal(cursor.take({ ...update(9, "b"), event: "game" } as StreamEvent), true);
  assert.equal(cursor.marks, "a:5,b:9");
  cursor.take({ event: "end", data: { game: "a", revision: 5 } });
  assert.deepEqual(cursor.games, ["b"]);
});

function streamed(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
    for (const piece of pieces) stream.enqueue(piece);
    stream.close();
  };
  return new ReadableStream({ start });
}

test("events are read wherever the pieces of a stream end", async () => {
  const text =
    'retry: 1000\n\nevent: end\r\ndata: {"game":\r\ndata: "è"}\r\n\r\n: hush\n\nevent: drain\ndata: {}\n\nevent: end\ndata: cut';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const found = [];
    for await (const frame of frames(streamed(pieces), new Line({}))) found.push(told(frame));
    assert.deepEqual(found, [{ event: "end", data: { game: "è" } }, undefined]);
  }
});

test("names are put into texts, and what is not known stays", () => {
  const seats = [
    { seat: 0, name: "Ada" },
    { seat: 1, name: "Bice $&" },
  ];
  assert.equal(
    named("{seat} gives {seat_1} {amount} {what}.", seats, 0, { amount: "2" }),
    "Ada gives Bice $& 2 {what}.",
  );
  assert.equal(named("{seat}, {seat_5}, {seat_x}", seats, null), "{seat}, {seat_5}, {seat_x}");
});

test("both ways of hashing draw the same, also where some attempts are passed over", async () => {
  const [native, library] = [await hashing(), await hashing(null)];
  const [key, n] = [new TextEncoder().encode("key"), (1n << 127n) + 1n];
  for (let index = 0; index < 20; index++)
    assert.equal(await byLot(native, key, "die", index)(n), await byLot(library, key, "die", index)(n));
});

test("draws by lot are those of the vectors that Python is tried on, by both ways of hashing", async () => {
  const vectors = JSON.parse(await readFile(VECTORS, "utf-8"));
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
  for (const hashes of [await hashing(), await hashing(null)]) {
    const key = await lotKey(hashes, bytes(vectors.seed), vectors.entropy);
    assert.equal(Buffer.from(key).toString("hex"), vectors.key);
    for (const [lot, nth, n, value] of vectors.draws)
      assert.equal(String(await byLot(hashes, key, lot, nth)(BigInt(n))), value);
  }
});

test("what was told of a revision is kept, and another head of it is not believed", () => {
  const heads = new Heads();
  const seen = { game: "abcdefghij234567", revision: 3, head: "aa" };
  assert.equal(heads.told(seen), seen);
  heads.told(seen);
  heads.told({ ...seen, revision: 4, head: "" });
  heads.told({ ...seen, game: "another", head: "bb" });
  assert.deepEqual([...heads.of(seen.game)], [[3, "aa"]]);
  assert.throws(() => heads.told({ ...seen, head: "bb" }), { name: "log-changed", revision: 3 });
});

test("chains and what draws mix in are those of the vectors", async () => {
  const [hashes, vectors] = [await hashing(), JSON.parse(await readFile(VECTORS, "utf-8"))];
  const links = await linksOf(hashes, await shareOf(hashes, new Uint8Array(32).fill(7), vectors.game));
  assert.deepEqual(links.slice(0, 3), [vectors.anchor, vectors.first, vectors.second]);
  const sharing = new Sharing(hashes, 2, true);
  await sharing.take(1, { event: "seated", seat: 0, anchor: links[0] }, false);
  await sharing.take(2, { event: "shared", seat: 0, link: links[1] }, false);
  await sharing.take(3, { event: "answered", seat: 0, link: links[2] }, true);
  const mix = await sharing.mix();
  assert.equal(hex(mix), vectors.mix);
  const key = unhex(vectors.key) as Uint8Array;
  assert.equal(`${await byLot(hashes, key, "roll", 0, mix)(6n)}`, vectors.shared);
});

/** The engines' test vectors of a renewed game, with its record as text. */
async function renewed() {
  const vectors: Renewed = JSON.parse(await readFile(RENEWED, "utf-8"));
  return { ...vectors, record: text(vectors.record) };
}

interface Renewed {
  readonly game: string;
  readonly record: readonly string[];
  readonly lots: readonly Lot[];
  readonly heads: readonly string[];
  readonly forged: Record<string, { readonly line: number; readonly kept: number; readonly lines: readonly string[] }>;
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

test("a renewed game has the heads that the engines make, and draws out of each of its seeds", async () => {
  const { game, record, lots, heads } = await renewed();
  const told = new Map(heads.map((head, index) => [index + 1, head]));
  assert.deepEqual(await headsOf(game, record), heads);
  const found = await verify(record, { lots, heads: { game, told } });
  assert.deepEqual([found.revisions, found.draws, found.redrawn], [heads.length, lots.length, lots.length]);
  for (const revision of told.keys()) {
    const other = new Map([...told, [revision, heads[revision % heads.length] as string]]);
    await assert.rejects(verify(record, { heads: { game, told: other } }), { name: "log-changed", revision });
  }
});

test("any of its commitments may have been shown, and no other", async () => {
  const { record } = await renewed();
  const shown = [...record.matchAll(/"commitment":"(\w+)"/g)].map(([, commitment]) => commitment as string);
  assert.equal(shown.length, 3);
  for (const commitment of shown) await verify(record, { commitment });
  await assert.rejects(verify(record, { commitment: "0".repeat(64) }), { name: "tampered", line: 1 });
});

test("a forged renewal is found at the line at which the engines find it", async () => {
  const { record, forged } = await renewed();
  for (const [name, { line, kept, lines }] of Object.entries(forged)) {
    const other = text([...record.split("\n").slice(0, kept), ...lines]);
    await assert.rejects(verify(other), { name: "tampered", line }, name);
  }
});
