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

/** Milliseconds for which each move is shown, by tempo. */
const TEMPI = { slow: 1500, normal: 750, fast: 350, "at once": 0 };

/** One game as sent to this browser's seat, or to a spectator: each revision in turn, and the earlier ones. */
export abstract class Told {
  readonly id: string;
  readonly kept: Kept | undefined;
  /** The newest known state of the game. */
  head = $state.raw<Game>();
  /** The state predicted by the preview of an answer being sent, shown without waiting. */
  foreseen = $state.raw<Foreseen>();
  /** The state of the game to show: the predicted one, or else the newest known. */
  readonly now = $derived(this.foreseen?.game ?? this.head);
  /** The game at an earlier revision, while that is shown. */
  past = $state.raw<Game>();
  catalogue = $state.raw<Catalogue>();
  log = $state.raw<readonly Entry[]>([]);
  scores = $state.raw<readonly Scores[]>([]);
  /** What the game was forked from, if it was. */
  from = $state.raw<Branch>();
  /** The motions that led to the state shown. */
  stage = $state.raw<Stage>([]);
  /** The motions of others since the player's last move. */
  recent = $state.raw<Stage>([]);
  /** The number of the player's commands shown, except those taken back. */
  answers = $state(0);
  /** The number of revisions still to be shown. */
  waiting = $state(0);
  /** Whether the game's stream is connected, and whether the device has a network at all. */
  heard = $state(true);
  online = $state(navigator.onLine);
  problem = $state.raw<Error>();
  /** Whether the seat's token is invalid because the seat is played on another device. */
  gone = $state(false);
  /** Milliseconds by which the service's clock is ahead of this one. */
  ahead = $state(0);
  readonly connected = $derived(this.heard && this.online);
  /** The players' names as one string, so that texts containing them are rebuilt only when they change. */
  readonly #players = $derived(this.head && JSON.stringify(playersOf(this.head)));
  readonly words = $derived(
    this.catalogue && this.#players ? new Words(this.catalogue, JSON.parse(this.#players)) : undefined,
  );
  /** Whether house bots hold every other seat. */
  readonly alone = $derived(!!this.head?.seats.every(({ seat, bot }) => bot || seat === this.head?.seat));
  readonly #stop = new AbortController();
  #pace: Pace | undefined;
  #asking = false;

  constructor(id: string) {
    this.id = id;
    this.kept = seatOf(id);
  }

  /** Called before a revision is shown; `moved` is called after it. */
  protected abstract moves(update: Update): void;
  protected abstract moved(): void;
  /** Carries out a command. */
  protected abstract give(command: () => Promise<Taken | undefined>): Promise<void>;

  /** Loads the game, shows it after a move if one is given, and follows it until it ends or the page leaves. */
  async follow(at?: number): Promise<void> {
    this.#watchNetwork();
    try {
      const head = await this.#load();
      if (at) void this.look(at);
      this.#pace = this.#paced(head.revision);
      this.moved();
      await painted(); // paints what has just arrived before loading more
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

  /** Shows at once everything that is waiting. */
  skip(): void {
    this.#pace?.skip();
  }

  /** Shows the game as it was after a revision, or its current state if none is given. */
  async look(revision?: number): Promise<void> {
    if (revision === undefined || revision >= (this.head?.revision ?? 0)) this.past = undefined;
    else this.past = await this.tried(() => podesta.game(this.id, { token: this.kept?.token, at: revision }));
  }

  /** Shows at once everything that is waiting, and the result of the player's own command, if any. */
  protected take(update?: Update): void {
    this.#pace?.skip();
    if (update) this.#pace?.take(update);
    else this.moved();
  }

  /** Requests what the stream has not sent yet; returns whether there was anything. */
  protected async catchUp(): Promise<boolean> {
    const before = this.head?.revision;
    const token = this.kept?.token;
    const told = podesta.history(this.id, { after: this.head?.revision ?? 0, ...(token && { token }) });
    for await (const update of told) this.take(update);
    return this.head?.revision !== before;
  }

  /** Returns the result of a call; undefined if it fails, which is shown. */
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

  /** Checks for updates: a stream may have died silently while the page was hidden or the network changed. */
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
    // a stored seat names its ruleset, so the catalogue need not wait for the game
    const { game, catalogue } = asked(this.id);
    const head = await game;
    const newest = (await catalogue) ?? (await podesta.ruleset(head.ruleset));
    // an older game continues with the rules it began with
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
      void this.#remember(); // now including what was hidden while it ran
    }
    this.moved();
  }

  #end(game: Game): void {
    markOver(this.id);
    if (this.kept?.token) remember(game);
  }

  /** Loads what happened before the page was opened. */
  async #remember(): Promise<void> {
    const told = await this.tried(() => history(this.id, this.kept?.token));
    this.log = merged(told?.entries ?? [], this.log);
    this.scores = mergedScores(told?.scores ?? [], this.scores);
    this.from = told?.from;
  }
}
