import { type Hashing, hashing, hex, unhex } from "./hashing.js";
import { fitting } from "./heads.js";
import { BY_LOT, byLot, Counts, drawn, type Lot, lotKey, lotOf, type Numbers } from "./lottery.js";
import { bytesOf, type Line, lines, type RecordEvent, seedsOf, Tampered } from "./record.js";
import { Sharing } from "./sharing.js";
import type { Signed } from "./signatures.js";

/** The contents of a valid record. */
export interface Verified {
  /** The rules of the game, with their version: `notre-dame/1`. */
  readonly rules: string;
  readonly revisions: number;
  readonly answers: number;
  /** Draws from the committed seed; `redrawn` of them were repeated, with the same outcomes. */
  readonly draws: number;
  readonly redrawn: number;
  /** What each seat added to the key of the draws; may be empty. */
  readonly entropy: readonly string[];
  /** The number of links that each seat revealed; empty if the game is not shared. */
  readonly links: readonly number[];
  /** Whether its opener chose the deal, so that the record proves nothing about fairness. */
  readonly practice: boolean;
  readonly commitment: string;
  readonly seed: string;
  /** The last line's chain value, which covers the whole record. */
  readonly chain: string;
  /** What the service signed, if `signed` asked for it; `checked` says whether this browser could check it. */
  readonly signed?: Signed;
}

/** What to check a record against. */
export interface Known {
  /** What draws were made from, in order to repeat them. A record itself has only outcomes. */
  readonly lots?: Iterable<Lot>;
  /** The commitment shown when the game was opened. */
  readonly commitment?: string;
  /** The last line's chain value in an earlier copy. */
  readonly chain?: string;
  /** The game's id, and the heads received for its revisions: `podesta.heads.of(game)`. */
  readonly heads?: { readonly game: string; readonly told: ReadonlyMap<number, string> };
  /** The game's id, and public keys of the service by id (hex), one of which must have signed the end. */
  readonly signed?: { readonly game: string; readonly keys: ReadonlyMap<string, string> };
}

/**
 * Check a record: every byte against the chain of hashes, the seed against the commitment, and the draws of `lots`
 * against the seed. Throws Tampered, which names the line. Only the rules can say whether answers were legal: use
 * `podesta verify`.
 */
export async function verify(record: Uint8Array | string, known: Known = {}): Promise<Verified> {
  const hashes = await hashing();
  const found = await lines(hashes, bytesOf(record));
  const [created, ended] = frame(found);
  const seeds = await opened(hashes, created, found);
  const inspection = new Inspection(hashes, created, seeds, known.lots ?? []);
  for (const [index, line] of found.entries()) await inspection.play(index + 1, line);
  const chain = (found.at(-1) as Line).chain;
  expect(!known.chain || known.chain === chain, found.length, "this is the record of another game");
  const promised = [created, ...found.flatMap(({ events }) => events.filter(reseeds))].map((each) => each.commitment);
  expect(!known.commitment || promised.includes(known.commitment), 1, "another commitment was shown");
  if (known.heads) await fitting(known.heads.game, record, known.heads.told);
  const signed =
    known.signed && (await (await import("./signatures.js")).checkEnd(known.signed.game, record, known.signed.keys));
  const whole = { revisions: found.length, seed: String(ended.seed), chain };
  return { ...inspection.verified, ...whole, ...(signed && { signed }) };
}

/** Whether an event reinstates an ended game. */
function again(event: RecordEvent): boolean {
  return event.event === "reinstated";
}

/** Whether an event changes the game's seed. */
function reseeds(event: RecordEvent): boolean {
  return again(event) || event.event === "renewed";
}

/**
 * Return the first event and the last one. A record begins with `created`, ends with `ended`, and has neither in
 * between, except for an `ended` followed by a line of its own that reinstates the game.
 */
function frame(found: readonly Line[]): [RecordEvent, RecordEvent] {
  const [first, last] = [found[0]?.events[0], found.at(-1)?.events.at(-1)];
  expect(first?.event === "created", 1, "a record begins with the game's creation");
  expect(first.draws === BY_LOT, 1, "the game does not draw by lot");
  expect(last?.event === "ended", found.length, "the game does not end here");
  for (const [index, { events }] of found.entries())
    for (const event of events) {
      expect(event === first || event.event !== "created", index + 1, "a game is created once, at the beginning");
      const goesOn = event === events.at(-1) && found[index + 1]?.events.some(again);
      expect(event === last || event.event !== "ended" || goesOn === true, index + 1, "a game ends once, at the end");
      const before = found[index - 1]?.chain ?? "";
      const told = event.event !== "ended" || event.chain === undefined || event.chain === before;
      expect(told, index + 1, "the end was told with another chain value");
      const ended = found[index - 1]?.events.at(-1)?.event === "ended" && events.length === 1;
      expect(!again(event) || ended, index + 1, "only a game that has ended goes on again, by a line of its own");
    }
  return [first, last];
}

/** Return the seeds that each end reveals, checked against the commitments before it. */
async function opened(hashes: Hashing, created: RecordEvent, found: readonly Line[]): Promise<Uint8Array[]> {
  const seeds: Uint8Array[] = [];
  let promised: Promised[] = [[1, created.commitment]];
  for (const [index, { events }] of found.entries()) {
    const [first, last] = [events[0], events.at(-1)];
    if (first && again(first)) promised = [];
    if (first && reseeds(first)) promised.push([index + 1, first.commitment]);
    if (last?.event === "ended") seeds.push(...(await revealed(hashes, index + 1, seedsOf(last), promised)));
  }
  expect(!created.deal || created.practice === true, 1, "a game with a given deal is a practice game");
  const practised = !created.practice || Boolean(created.deal ?? created.forked);
  expect(practised, 1, "a practice game has a deal, or began as a fork");
  expect(!created.deal || /^[0-9a-f]{64}$/.test(String(created.deal)), 1, "a deal is 64 hexadecimal digits");
  return seeds;
}

/** A line of the record, and the commitment to a seed that it contains. */
type Promised = [line: number, commitment: unknown];

/** Return the seeds of an end, checked against the commitments. */
async function revealed(
  hashes: Hashing,
  end: number,
  told: readonly string[],
  promised: readonly Promised[],
): Promise<Uint8Array[]> {
  const seeds: Uint8Array[] = [];
  expect(told.length === promised.length, end, `the end reveals ${told.length} seeds of ${promised.length}`);
  for (const [index, [line, commitment]] of promised.entries()) {
    const seed = unhex(String(told[index]));
    expect(seed !== undefined, end, "the seed is not hexadecimal");
    const kept = hex(await hashes.sha256(seed)) === commitment;
    expect(kept, end, `the seed is not the one that line ${line} committed to`);
    seeds.push(seed);
  }
  return seeds;
}

/** Replays one game line by line: who holds each seat, and what is drawn. */
class Inspection {
  readonly #hashes: Hashing;
  readonly #created: RecordEvent;
  readonly #later: Uint8Array[];
  #seeds: Uint8Array[];
  readonly #lots: ReadonlyMap<string, Lot>;
  readonly #held: boolean[];
  readonly #entropy: string[];
  #copies: number;
  #answers = 0;
  #draws = 0;
  #redrawn = 0;
  readonly #counts = new Counts();
  readonly #sharing: Sharing;

  constructor(hashes: Hashing, created: RecordEvent, seeds: readonly Uint8Array[], lots: Iterable<Lot>) {
    const forked = created.forked as { answers: number; draws: number } | undefined;
    this.#hashes = hashes;
    this.#created = created;
    [this.#seeds, this.#later] = [seeds.slice(0, 1), seeds.slice(1)];
    this.#lots = new Map(Array.from(lots, (lot) => [`${lot.revision}:${lot.index}`, lot]));
    this.#held = Array<boolean>(Number(created.seats)).fill(false);
    this.#entropy = this.#held.map(() => "");
    this.#sharing = new Sharing(hashes, this.#held.length, created.shared === true);
    this.#copies = forked ? forked.answers + forked.draws : 0;
  }

  async play(line: number, { events, at }: Line): Promise<void> {
    let index = 0;
    for (const event of events) {
      const played = event.event === "answered" && this.#copies > 0;
      if (!played) await this.#sharing.take(line, event, this.#held[Number(event.seat)] === true);
      if (event.event === "seated" || event.event === "freed") this.#seat(line, event);
      if (event.event === "answered") this.#answers += 1;
      if (event.event === "renewed") this.#renew(line, event, events.length === 1, at);
      if (event.event !== "answered" && event.event !== "drawn") continue;
      const [copied, nth] = [this.#copied(line), event.event === "drawn" ? this.#counts.next(lotOf(event)) : 0];
      if (!copied && event.event === "drawn") await this.#draw(line, index++, nth, event);
    }
    const last = events.at(-1);
    const anew = last !== undefined && again(last);
    if (anew) this.#seeds = this.#later.splice(0, 1);
    const to = anew || last?.event === "retracted" ? Number(last?.to_revision) : undefined;
    this.#counts.close(to, anew);
    this.#sharing.close(to, anew);
  }

  get verified(): Omit<Verified, "revisions" | "seed" | "chain" | "signed"> {
    const { rules, commitment } = this.#created as unknown as { rules: string; commitment: string };
    return {
      rules,
      commitment,
      practice: this.#created.practice === true,
      entropy: this.#entropy,
      links: this.#sharing.links,
      answers: this.#answers,
      draws: this.#draws,
      redrawn: this.#redrawn,
    };
  }

  #renew(line: number, { minute }: RecordEvent, alone: boolean, at: number): void {
    expect(alone && line > 1, line, "only a game that goes on is renewed, by a line of its own");
    expect(minute === Math.floor(at / 60_000), line, "another minute is named than that of the line");
    this.#counts.renew();
    this.#seeds.push(...this.#later.splice(0, 1));
  }

  #seat(line: number, { event, seat, entropy }: RecordEvent): void {
    const number = Number(seat);
    expect(number in this.#held, line, `there is no seat ${number}`);
    if (event === "seated" && !this.#held[number]) this.#entropy[number] = String(entropy ?? "");
    this.#held[number] = event === "seated";
  }

  /** Whether a move was copied from the game that this one was forked from, as the first moves were. */
  #copied(line: number): boolean {
    if (this.#copies) return this.#copies-- > 0;
    const open = this.#held.includes(false) || this.#sharing.waits;
    expect(!open, line, "nobody acts before every seat is taken");
    return false;
  }

  async #draw(line: number, index: number, nth: number, event: RecordEvent): Promise<void> {
    this.#draws += 1;
    const lot = this.#lots.get(`${line}:${index}`);
    if (!lot) return;
    const again = await drawn(await this.#numbers(nth, event), lot);
    expect(again === event.outcome, line, `${event.lot} ${again} was drawn, not ${event.outcome}`);
    this.#redrawn += 1;
  }

  /** Return the source of a draw's numbers. */
  async #numbers(nth: number, event: RecordEvent): Promise<Numbers> {
    const hashes = this.#hashes;
    const [{ deal }, lot] = [this.#created, lotOf(event)];
    const seed = this.#seeds[this.#counts.renewals(lot, nth)] ?? new Uint8Array();
    const key = await lotKey(hashes, deal ? (unhex(String(deal)) ?? seed) : seed, this.#entropy);
    return byLot(hashes, key, lot, nth, await this.#sharing.mix());
  }
}

function expect(holds: boolean, line: number, why: string): asserts holds {
  if (!holds) throw new Tampered(line, why);
}
