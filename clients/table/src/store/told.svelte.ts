import { BadToken, type Catalogue, type Game, type Taken, type Update } from "@podesta/client";
import { lasts, type Stage, stageOf } from "../board/motion";
import { asked } from "./ahead";
import { answered, type Branch, history, playersOf } from "./answering/asking";
import { type Foreseen, news } from "./answering/foreseen";
import { remember } from "./kept/past";
import { tempo } from "./kept/preferences";
import { happening, renew } from "./live/feed";
import { Pace } from "./live/pace";
import { type Entry, entryOf, merged } from "./log";
import { mergedScores, type Scores, scoresOf } from "./scores";
import { painted } from "./screen.svelte";
import { markOver, note } from "./seating/keeping";
import { type Kept, seatOf } from "./seating/seats";
import { podesta } from "./service";
import { Words } from "./words";

/** Milliseconds for which each move is shown at a pace. */
const TEMPI = { slow: 1500, normal: 750, fast: 350, "at once": 0 };

/** One game as it is told to this browser's seat, or to a spectator: each revision in its turn, and those before. */
export abstract class Told {
  readonly id: string;
  readonly kept: Kept | undefined;
  /** The newest that was told of the game. */
  head = $state.raw<Game>();
  /** What an answer under way will lead to, as its preview says: it is shown without waiting. */
  foreseen = $state.raw<Foreseen>();
  /** The game as it is, with that. */
  readonly now = $derived(this.foreseen?.game ?? this.head);
  /** The game at an earlier revision, while somebody looks back. */
  past = $state.raw<Game>();
  catalogue = $state.raw<Catalogue>();
  log = $state.raw<readonly Entry[]>([]);
  scores = $state.raw<readonly Scores[]>([]);
  /** What the game branches off from, if it does. */
  from = $state.raw<Branch>();
  /** What has moved to what is shown. */
  stage = $state.raw<Stage>([]);
  /** What others have moved since whoever sits here has last moved. */
  recent = $state.raw<Stage>([]);
  /** Commands of whoever sits here that were shown, without what was taken back. */
  answers = $state(0);
  /** Revisions that are still to be shown, one by one. */
  waiting = $state(0);
  /** Whether the stream of the game is heard, and whether the device has a network at all. */
  heard = $state(true);
  online = $state(navigator.onLine);
  problem = $state.raw<Error>();
  /** Whether the seat's token is worthless: somebody plays it on another device. */
  gone = $state(false);
  /** Milliseconds that the service's clock is ahead of this one's. */
  ahead = $state(0);
  readonly connected = $derived(this.heard && this.online);
  /** The players' names, as one string: what is written with them is written anew when they change, not each time. */
  readonly #players = $derived(this.head && JSON.stringify(playersOf(this.head)));
  readonly words = $derived(
    this.catalogue && this.#players ? new Words(this.catalogue, JSON.parse(this.#players)) : undefined,
  );
  /** Whether house bots have every other seat. */
  readonly alone = $derived(!!this.head?.seats.every(({ seat, bot }) => bot || seat === this.head?.seat));
  readonly #stop = new AbortController();
  #pace: Pace | undefined;
  #asking = false;

  constructor(id: string) {
    this.id = id;
    this.kept = seatOf(id);
  }

  /** A revision is about to be shown, or was. */
  protected abstract moves(update: Update): void;
  protected abstract moved(): void;
  /** Carry a command out. */
  protected abstract give(command: () => Promise<Taken | undefined>): Promise<void>;

  /** Load the game, show it as it was after a move, if one is given, and follow it until it ends or the page leaves. */
  async follow(at?: number): Promise<void> {
    this.#watchNetwork();
    try {
      const head = await this.#load();
      if (at) void this.look(at);
      this.#pace = this.#paced(head.revision);
      this.moved();
      await painted(); // what has just come is seen before more is loaded
      void this.#remember();
      if (this.kept?.token) void this.give(() => answered.again(this.id, this.kept?.token ?? ""));
      await this.#hear(head.revision);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(error as Error);
    }
  }

  leave(): void {
    this.#stop.abort(new Error("the page has left the game"));
  }

  /** Show at once what is still to be shown. */
  skip(): void {
    this.#pace?.skip();
  }

  /** Show the game as it was after a revision; without one, as it is. */
  async look(revision?: number): Promise<void> {
    if (revision === undefined || revision >= (this.head?.revision ?? 0)) this.past = undefined;
    else this.past = await this.tried(() => podesta.game(this.id, { token: this.kept?.token, at: revision }));
  }

  /** Show at once what is still to be shown, and what a command of one's own has changed, if it has. */
  protected take(update?: Update): void {
    this.#pace?.skip();
    if (update) this.#pace?.take(update);
    else this.moved();
  }

  /** Ask what has happened that the stream has not told yet; whether there was anything. */
  protected async catchUp(): Promise<boolean> {
    const before = this.head?.revision;
    const token = this.kept?.token;
    const told = podesta.history(this.id, { after: this.head?.revision ?? 0, ...(token && { token }) });
    for await (const update of told) this.take(update);
    return this.head?.revision !== before;
  }

  /** What a call returns; nothing where it fails, which is told. */
  protected async tried<T>(call: () => Promise<T>): Promise<T | undefined> {
    this.problem = undefined;
    try {
      return await call();
    } catch (error) {
      this.#fail(error as Error);
      return undefined;
    }
  }

  #fail(error: Error): void {
    this.gone = !!this.kept?.token && (error instanceof BadToken || error.name === "bad-token");
    this.problem = error;
  }

  #watchNetwork(): void {
    const { signal } = this.#stop;
    const look = ({ type }: Event): void => {
      this.online = navigator.onLine;
      if (type === "online") renew(this.id, this.kept?.token); // in another network, the old connection is dead
      if (this.online && !document.hidden) void this.#ask();
    };
    for (const each of ["online", "offline", "pageshow"]) addEventListener(each, look, { signal });
    document.addEventListener("visibilitychange", look, { signal });
  }

  /** Ask what has happened: a stream may have died without a word while nobody looked, or in another network. */
  async #ask(): Promise<void> {
    if (this.#asking || !this.head || this.head.status === "ended") return;
    this.#asking = true;
    try {
      if (await this.catchUp()) renew(this.id, this.kept?.token);
    } catch {
      this.heard = false;
      renew(this.id, this.kept?.token);
    }
    this.#asking = false;
  }

  async #load(): Promise<Game> {
    // a seat knows its ruleset: nothing waits for the game to tell it
    const { game, catalogue } = asked(this.id);
    const head = await game;
    const newest = (await catalogue) ?? (await podesta.ruleset(head.ruleset));
    // an older game goes on with the rules it began with
    this.catalogue = newest.summary.rules === head.rules ? newest : await podesta.ruleset(head.ruleset, head.rules);
    this.head = head;
    if (this.kept && !this.kept.commitment && head.status !== "ended") note(this.id, { commitment: head.commitment });
    if (head.status === "ended") this.#end(head);
    this.scores = [scoresOf(head)];
    return head;
  }

  #paced(revision: number): Pace {
    return new Pace(revision, {
      show: (update) => this.#show(update),
      lasts: (update) => lasts(stageOf(update)),
      least: () => TEMPI[tempo()],
      waiting: (count) => {
        this.waiting = count;
      },
    });
  }

  async #hear(after: number): Promise<void> {
    const lost = (): void => {
      this.heard = false;
    };
    for await (const { event, data, at } of happening(this.id, {
      after,
      token: this.kept?.token,
      signal: this.#stop.signal,
      lost,
    })) {
      this.heard = true;
      if (event === "update") this.#pace?.take(data);
      if (event === "heartbeat") this.ahead = Date.parse(data.server_time) - at;
    }
  }

  #show(told: Update): void {
    const [entry, update] = [entryOf(told), news(told, this.foreseen)];
    if (entry) this.log = merged(this.log, [entry]);
    this.moves(update);
    this.scores = mergedScores(this.scores, [scoresOf(update.after)]);
    this.stage = stageOf(update);
    const own = update.events.some((event) => event.event === "answered" && event.seat === update.after.seat);
    if (own) this.answers += 1;
    this.recent = own || update.after.seat === null ? [] : [...this.recent, ...this.stage];
    [this.head, this.foreseen] = [update.after, undefined];
    if (update.after.status === "ended") {
      this.#end(update.after);
      void this.#remember(); // with what was hidden while it ran
    }
    this.moved();
  }

  #end(game: Game): void {
    markOver(this.id);
    if (this.kept?.token) remember(game);
  }

  /** What happened before the page was opened. */
  async #remember(): Promise<void> {
    const told = await this.tried(() => history(this.id, this.kept?.token));
    this.log = merged(told?.entries ?? [], this.log);
    this.scores = mergedScores(told?.scores ?? [], this.scores);
    this.from = told?.from;
  }
}
