import {
  type Answer,
  BadToken,
  type Catalogue,
  type Explanation,
  type Game,
  type Option,
  type Preview,
  type Question,
  type Update,
} from "@podesta/client";
import { lasts, type Stage, stageOf } from "../board/motion";
import { answered, history, playersOf } from "./asking";
import { Foresight } from "./foresight";
import { happening } from "./live/feed";
import { Pace } from "./live/pace";
import { type Entry, entryOf, merged } from "./log";
import { narrow, type Target, touch } from "./narrowing";
import { leading, type Step, steps } from "./route";
import { mergedScores, type Scores, scoresOf } from "./scores";
import { type Caution, caution, type Kept, keep, seatOf, setCaution } from "./seats";
import { podesta } from "./service";
import { Words } from "./words";

/** What an answer would lead to, before it is sent. */
export interface Sketch {
  readonly option: Option;
  readonly answers: readonly Answer[];
  readonly game: Game;
  readonly sentences: readonly string[];
  readonly stop: string;
  /** Whether nothing takes it back. */
  readonly final: boolean;
}

/** Why previews stop where an answer cannot be taken back: something is drawn, or all is over. */
const FINAL = new Set(["draw", "end"]);

/** Milliseconds until a command under way is shown as such. */
const LATE = 150;

/** One game as this browser's seat, or a spectator, sees it: what is shown, what is asked, what was touched. */
export class Table {
  readonly id: string;
  readonly kept: Kept | undefined;
  /** The newest that was shown of the game. */
  head = $state.raw<Game>();
  /** The game at an earlier revision, while somebody looks back. */
  past = $state.raw<Game>();
  catalogue = $state.raw<Catalogue>();
  log = $state.raw<readonly Entry[]>([]);
  scores = $state.raw<readonly Scores[]>([]);
  /** What has moved to what is shown. */
  stage = $state.raw<Stage>([]);
  /** Revisions that are still to be shown, one by one. */
  waiting = $state(0);
  touched = $state.raw<readonly Target[]>([]);
  /** Zones ahead, for boards on which a far one answers several questions at once. */
  route = $state.raw<readonly Step[]>([]);
  /** Which ids are such zones; the board says so. */
  #leads: ((id: string) => boolean) | undefined;
  sketch = $state.raw<Sketch>();
  /** Whether a command is under way. */
  pending = $state(false);
  /** Whether it takes so long that the table should show it: one that is answered at once changes the board once. */
  late = $state(false);
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** Whether the stream of the game is heard, and whether the device has a network at all. */
  heard = $state(true);
  online = $state(navigator.onLine);
  caution = $state<Caution>(caution());
  problem = $state.raw<Error>();
  /** Whether the seat's token is worthless: somebody plays it on another device. */
  gone = $state(false);
  /** Milliseconds that the service's clock is ahead of this one's. */
  ahead = $state(0);
  readonly #stop = new AbortController();
  readonly #foresight = new Foresight();
  #routes = 0;
  #pace: Pace | undefined;

  constructor(id: string) {
    this.id = id;
    this.kept = seatOf(id);
  }

  /** What is drawn: an earlier revision, what an answer would lead to, or the game as it is. */
  readonly shown = $derived(this.past ?? this.sketch?.game ?? this.head);
  readonly question = $derived<Question | undefined>(this.head?.questions[0]);
  /** The players' names, as one string: what is written with them is written anew when they change, not each time. */
  readonly #players = $derived(this.head && JSON.stringify(playersOf(this.head)));
  readonly words = $derived(
    this.catalogue && this.#players ? new Words(this.catalogue, JSON.parse(this.#players)) : undefined,
  );
  readonly options = $derived<readonly Option[]>(this.question?.options ?? []);
  readonly narrowed = $derived(narrow<Option>(this.options, this.touched));
  readonly connected = $derived(this.heard && this.online);
  /** Whether something is asked that can be answered here; it looks so until an answer is late. */
  readonly live = $derived(!this.past && !this.sketch && !this.late && this.connected && !!this.question);
  readonly #ahead = $derived(this.route.map(({ zone }) => zone));
  readonly lit = $derived<ReadonlySet<string>>(this.live ? new Set([...this.narrowed.lit, ...this.#ahead]) : new Set());
  /** What is lit, and in which roles. */
  readonly roles = $derived<ReadonlySet<string>>(
    this.live ? new Set([...this.narrowed.roles, ...this.#ahead]) : new Set(),
  );

  /** Load the game and follow it until it has ended, or until the page leaves it. */
  async follow(): Promise<void> {
    for (const each of ["online", "offline"])
      addEventListener(
        each,
        () => {
          this.online = navigator.onLine;
        },
        { signal: this.#stop.signal },
      );
    try {
      const asked = podesta.game(this.id, { token: this.kept?.token });
      // a seat knows its ruleset: nothing waits for the game to tell it
      const known = this.kept && podesta.ruleset(this.kept.ruleset).catch(() => undefined);
      const head = await asked;
      this.catalogue = (await known) ?? (await podesta.ruleset(head.ruleset));
      this.head = head;
      if (this.kept && !this.kept.commitment && head.status !== "ended")
        keep(this.id, { ...this.kept, commitment: head.commitment });
      this.scores = [scoresOf(head)];
      this.#pace = new Pace(head.revision, {
        show: (update) => this.#show(update),
        lasts: (update) => lasts(stageOf(update)),
        waiting: (count) => {
          this.waiting = count;
        },
      });
      void this.#lookAhead();
      void this.#remember();
      if (this.kept?.token) void this.#give(() => answered.again(this.id, this.kept?.token ?? ""));
      await this.#hear(head.revision);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(error as Error);
    }
  }

  /** The board is there: it says which ids are zones that can be looked ahead to. */
  follows(leads: ((id: string) => boolean) | undefined): void {
    this.#leads = leads;
    void this.#lookAhead();
  }

  leave(): void {
    this.#stop.abort(new Error("the page has left the game"));
  }

  /** Touch a thing on the board, perhaps in a role; `!all` where what was touched is all of an amount. */
  touch(id: string): void {
    if (id === "!all") return void (this.narrowed.whole && this.choose(this.narrowed.whole));
    const step = this.#free ? this.route.find(({ zone }) => zone === id) : undefined;
    if (step) return void this.choose(step.option, step.answers);
    const target = this.#free ? touch<Option>(this.options, this.touched, id) : undefined;
    if (!target) return;
    this.touched = [...this.touched, target];
    void this.#lookAhead();
    if (this.narrowed.one && !this.#leading()) void this.choose(this.narrowed.one);
  }

  /** Take the last touch of a thing back. */
  untouch(id: string): void {
    const at = this.touched.findLastIndex((each) => each.id === id);
    if (at >= 0) this.touched = this.touched.toSpliced(at, 1);
  }

  /** Show at once what is still to be shown. */
  skip(): void {
    this.#pace?.skip();
  }

  /** Forget what was touched, and what it would lead to. */
  forget(): void {
    [this.touched, this.sketch] = [[], undefined];
    void this.#lookAhead();
  }

  /** An option was chosen, perhaps with answers to what is asked next: it is sent, or shown first, for those who wish so
   * and where nothing takes it back. */
  async choose(option: Option, answers = this.#answers(option)): Promise<void> {
    if (!this.#free) return;
    if (this.caution === "none") return this.send(answers);
    this.#busy(true);
    const seen = await this.#tried(() => this.#foresight.see(this.head?.revision ?? 0, answers, this.#look(answers)));
    this.#busy(false);
    if (!seen) return this.forget();
    const final = FINAL.has(seen.stop);
    if (this.caution !== "all" && !final) return this.send(answers);
    const sentences = seen.notes.map(({ text }) => text);
    this.sketch = { option, answers, game: seen.after, sentences, stop: seen.stop, final };
  }

  /** A thing or an option is pointed at: if touching it would answer, what that leads to is looked up meanwhile. */
  point({ id = "", word = "" }: { id?: string | undefined; word?: string | undefined }): void {
    if (!this.#free || this.caution === "none" || this.#leading()) return;
    const target = id ? touch<Option>(this.options, this.touched, id) : undefined;
    const one = target && narrow<Option>(this.options, [...this.touched, target]).one;
    const option = one ?? this.options.find((each) => each.word === word);
    if (!option) return;
    const answers = this.#answers(option);
    this.#foresight.point(this.head?.revision ?? 0, answers, this.#look(answers));
  }

  /** Send answers as one command. */
  async send(answers: readonly Answer[]): Promise<void> {
    const revision = this.head?.revision ?? 0;
    if (!this.question || this.pending) return;
    await this.#give(() => answered.first(this.id, this.kept?.token ?? "", revision, answers));
  }

  /** Why a word is not among the options. */
  explain(word: string): Promise<Explanation | undefined> {
    const meant = { question: this.question?.kind ?? "", option: word };
    return this.#tried(() => podesta.explain(this.id, meant, this.kept?.token));
  }

  /** Take the newest answer back, or do what else there is to do about taking back. */
  retract(action: "take_back" | "propose" | "consent" | "decline" = "take_back"): Promise<void> {
    const [token, revision] = [this.kept?.token ?? "", this.head?.revision ?? 0];
    return this.#give(() => podesta.retract(this.id, token, revision, { action }));
  }

  resign(): Promise<void> {
    return this.#give(() => podesta.resign(this.id, this.kept?.token ?? ""));
  }

  /** Show the game as it was after a revision; without one, as it is. */
  async look(revision?: number): Promise<void> {
    if (revision === undefined || revision >= (this.head?.revision ?? 0)) this.past = undefined;
    else this.past = await this.#tried(() => podesta.game(this.id, { token: this.kept?.token, at: revision }));
  }

  beCareful(wanted: Caution): void {
    this.caution = wanted;
    setCaution(wanted);
  }

  /** Carry a command out; what it changed is shown at once. */
  async #give(command: () => Promise<{ update: Update } | undefined>): Promise<void> {
    this.#busy(true);
    const taken = await this.#tried(command);
    this.#busy(false);
    [this.touched, this.sketch] = [[], undefined];
    this.#pace?.skip();
    if (taken) this.#pace?.take(taken.update);
    else void this.#lookAhead();
  }

  /** Whether an answer can be given now. */
  get #free(): boolean {
    return this.live && !this.pending;
  }

  #busy(pending: boolean): void {
    clearTimeout(this.#patience);
    this.pending = pending;
    if (!pending) this.late = false;
    else
      this.#patience = setTimeout(() => {
        this.late = true;
      }, LATE);
  }

  #look(answers: readonly Answer[]): () => Promise<Preview> {
    return () => podesta.preview(this.id, this.kept?.token ?? "", answers);
  }

  #answers({ word }: Option): readonly Answer[] {
    return [{ question: this.question?.kind ?? "", option: word }];
  }

  /** The only option left that leads to a zone, where the board has such. */
  #leading(): Option | undefined {
    return this.live && this.#leads ? leading<Option>(this.narrowed.left, this.touched, this.#leads) : undefined;
  }

  /** Find out, by previews, which zones come after the next one, as long as nothing else is touched. */
  async #lookAhead(): Promise<void> {
    const [mine, option] = [++this.#routes, this.#leading()];
    if (this.route.length) this.route = [];
    if (!option || !this.#leads) return;
    const preview = (answers: readonly Answer[]) => this.#look(answers)();
    for await (const step of steps(option, this.#answers(option), this.#leads, preview)) {
      if (mine !== this.#routes) return;
      this.route = [...this.route, step];
    }
  }

  async #tried<T>(call: () => Promise<T>): Promise<T | undefined> {
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

  async #hear(after: number): Promise<void> {
    const lost = (): void => {
      this.heard = false;
    };
    for await (const { event, data, at } of happening(this.id, { after, signal: this.#stop.signal, lost })) {
      this.heard = true;
      if (event === "update") this.#pace?.take(data);
      if (event === "heartbeat") this.ahead = Date.parse(data.server_time) - at;
    }
  }

  #show(update: Update): void {
    const entry = entryOf(update);
    if (entry) this.log = merged(this.log, [entry]);
    if (this.question?.kind !== update.after.questions[0]?.kind) this.forget();
    this.scores = mergedScores(this.scores, [scoresOf(update.after)]);
    this.stage = stageOf(update);
    this.head = update.after;
    void this.#lookAhead();
  }

  /** What happened before the page was opened. */
  async #remember(): Promise<void> {
    const told = await this.#tried(() => history(this.id, this.kept?.token));
    this.log = merged(told?.entries ?? [], this.log);
    this.scores = mergedScores(told?.scores ?? [], this.scores);
  }
}
