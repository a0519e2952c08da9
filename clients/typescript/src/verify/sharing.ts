import type { Hashing } from "./hashing.js";
import { hex, unhex } from "./hashing.js";
import { parts } from "./lottery.js";
import type { RecordEvent } from "./record.js";
import { Tampered } from "./record.js";

/** The state of the chains of a shared game. */
interface Told {
  /** Each seat's anchor, and the newest link of its chain that counts. */
  readonly chains: readonly (readonly [anchor: string, newest: string] | undefined)[];
  /** The newest link of each seat, from any of its chains. */
  readonly mixed: readonly string[];
  readonly due: ReadonlySet<number>;
  readonly resting: ReadonlySet<number>;
  /** The last seat that answered of its own accord. */
  readonly visitor: number;
}

/** Checks the chains of a shared game: each link against the one before it, as far as hashes allow. */
export class Sharing {
  readonly #hashes: Hashing;
  readonly #shared: boolean;
  readonly #after: Told[] = [];
  readonly #links: number[];
  #now: Told;
  #late = -1;

  constructor(hashes: Hashing, seats: number, shared: boolean) {
    this.#hashes = hashes;
    this.#shared = shared;
    const all = Array<undefined>(shared ? seats : 0).fill(undefined);
    this.#links = all.map(() => 0);
    this.#now = { chains: all, mixed: all.map(() => ""), due: new Set(), resting: new Set(), visitor: -1 };
  }

  /** The number of links that each seat revealed; empty if the game is not shared. */
  get links(): readonly number[] {
    return this.#links;
  }

  /** Whether the game waits for a seat's first link. */
  get waits(): boolean {
    return this.#now.due.size > 0;
  }

  /** Return the hash of the newest links, which draws mix in; empty if the game is not shared. */
  async mix(): Promise<Uint8Array> {
    if (!this.#shared) return new Uint8Array();
    const latest = this.#now.mixed.map((link) => unhex(link) as Uint8Array);
    return this.#hashes.sha256(parts("podesta mix 1", ...latest));
  }

  /** Process an event of a line; `held` says whether its seat was already taken. Throws Tampered. */
  async take(line: number, event: RecordEvent, held: boolean): Promise<void> {
    if (!this.#shared) {
      expect(!event.link && !event.anchor && event.event !== "shared", line, "the game is not shared");
      return;
    }
    const seat = Number(event.seat);
    if (event.event === "seated") this.#seat(line, seat, event, held);
    if (event.event === "freed") this.#leave(seat);
    if (event.event === "timed_out") this.#late = seat;
    if (event.event === "shared") await this.#first(line, seat, event);
    if (event.event === "answered") await this.#answer(line, seat, event);
  }

  /** End a line. If the game went back, `backTo` is the earlier line (from 1); `anew` also restores its chains. */
  close(backTo?: number, anew = false): void {
    const then = backTo === undefined ? undefined : this.#after[backTo - 1];
    if (then && anew) this.#now = then;
    else if (then) this.#back(then);
    this.#late = -1;
    this.#after.push(this.#now);
  }

  #back(then: Told): void {
    const chains = this.#now.chains.map(
      (own, seat) => own && (own[0] === then.chains[seat]?.[0] ? then.chains[seat] : ([own[0], own[0]] as const)),
    );
    this.#now = { ...this.#now, chains, mixed: then.mixed, visitor: then.visitor };
  }

  #seat(line: number, seat: number, { anchor, bot }: RecordEvent, held: boolean): void {
    expect(!anchor || /^[0-9a-f]{64}$/.test(String(anchor)), line, `the anchor of seat ${seat} is none`);
    expect(Boolean(anchor) !== Boolean(bot) || (held && !bot), line, `seat ${seat} has no chain`);
    if (bot) this.#leave(seat);
    if (!anchor) return;
    const { due, resting, mixed } = this.#now;
    const first = due.has(seat) || !(held || mixed.some(Boolean));
    this.#now = {
      ...this.#now,
      chains: put(this.#now.chains, seat, [String(anchor), String(anchor)]),
      ...(first ? { due: new Set(due).add(seat) } : { resting: new Set(resting).add(seat) }),
    };
  }

  #leave(seat: number): void {
    const [due, resting] = [new Set(this.#now.due), new Set(this.#now.resting)];
    due.delete(seat);
    resting.delete(seat);
    this.#now = { ...this.#now, chains: put(this.#now.chains, seat, undefined), due, resting };
  }

  async #first(line: number, seat: number, { link }: RecordEvent): Promise<void> {
    expect(this.#now.due.has(seat), line, `no link of seat ${seat} is due`);
    await this.#tell(line, seat, String(link));
    const due = new Set(this.#now.due);
    due.delete(seat);
    this.#now = { ...this.#now, due };
  }

  /**
   * Check the link of an answer. Only the rules can say whether seats are asked together; then each answer carries a
   * link, and the check by `visitor` is too lenient.
   */
  async #answer(line: number, seat: number, { link }: RecordEvent): Promise<void> {
    if (this.#late === seat || !this.#now.chains[seat]) {
      this.#late = -1;
      expect(!link, line, `the answer of seat ${seat} carries a link although none was due`);
      return;
    }
    const { resting, visitor } = this.#now;
    const told = resting.has(seat) || visitor === seat;
    expect(Boolean(link) || told, line, `the answer of seat ${seat} begins a visit and carries no link`);
    if (link) await this.#tell(line, seat, String(link));
    const still = visitor === seat && !link ? resting : new Set([...resting].filter((each) => each === seat));
    this.#now = { ...this.#now, visitor: seat, resting: still };
  }

  async #tell(line: number, seat: number, link: string): Promise<void> {
    const [own, bytes] = [this.#now.chains[seat], unhex(link)];
    const follows = bytes?.length === 32 && own && hex(await this.#hashes.sha256(bytes)) === own[1];
    expect(Boolean(follows), line, `the link is not the next one of the chain of seat ${seat}`);
    const chains = put(this.#now.chains, seat, [own?.[0] ?? "", link]);
    this.#now = { ...this.#now, chains, mixed: put(this.#now.mixed, seat, link) };
    this.#links[seat] = (this.#links[seat] ?? 0) + 1;
  }
}

function put<V>(values: readonly V[], number: number, value: V): V[] {
  return values.map((each, at) => (at === number ? value : each));
}

function expect(holds: boolean, line: number, why: string): void {
  if (!holds) throw new Tampered(line, why);
}
