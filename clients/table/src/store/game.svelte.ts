import type { Catalogue, Explanation, Game, Option, Question, Update } from "@podesta/client";
import { answered, history, playersOf } from "./asking";
import { type Entry, entryOf, merged } from "./log";
import { narrow, type Target, touch } from "./narrowing";
import { Pace } from "./pace";
import { isCareful, type Kept, seatOf, setCareful } from "./seats";
import { podesta } from "./service";
import { Words } from "./words";

/** What an answer would lead to, before it is sent. */
export interface Sketch {
  readonly option: Option;
  readonly game: Game;
  readonly sentences: readonly string[];
  readonly stop: string;
}

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
  touched = $state.raw<readonly Target[]>([]);
  sketch = $state.raw<Sketch>();
  pending = $state(false);
  connected = $state(true);
  careful = $state(isCareful());
  problem = $state.raw<Error>();
  /** Milliseconds that the service's clock is ahead of this one's. */
  ahead = $state(0);
  readonly #stop = new AbortController();
  #pace: Pace | undefined;

  constructor(id: string) {
    this.id = id;
    this.kept = seatOf(id);
  }

  /** What is drawn: an earlier revision, what an answer would lead to, or the game as it is. */
  readonly shown = $derived(this.past ?? this.sketch?.game ?? this.head);
  readonly question = $derived<Question | undefined>(this.head?.questions[0]);
  readonly words = $derived(this.catalogue && this.head && new Words(this.catalogue, playersOf(this.head)));
  readonly options = $derived<readonly Option[]>(this.question?.options ?? []);
  readonly narrowed = $derived(narrow<Option>(this.options, this.touched));
  readonly live = $derived(!this.past && !this.sketch && !this.pending && this.connected && !!this.question);
  readonly lit = $derived<ReadonlySet<string>>(this.live ? this.narrowed.lit : new Set());

  /** Load the game and follow it until it has ended, or until the page leaves it. */
  async follow(): Promise<void> {
    try {
      const head = await podesta.game(this.id, { token: this.kept?.token });
      this.catalogue = await podesta.ruleset(head.ruleset);
      this.head = head;
      this.#pace = new Pace(head.revision, (update) => this.#show(update));
      void this.#remember();
      if (this.kept?.token) void this.#give(() => answered.again(this.id, this.kept?.token ?? ""));
      await this.#hear(head.revision);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.problem = error as Error;
    }
  }

  leave(): void {
    this.#stop.abort(new Error("the page has left the game"));
  }

  /** Touch a thing on the board. */
  touch(id: string): void {
    const target = this.live ? touch<Option>(this.options, this.touched, id) : undefined;
    if (!target) return;
    this.touched = [...this.touched, target];
    if (this.narrowed.one) void this.choose(this.narrowed.one);
  }

  /** Show at once what is still to be shown. */
  skip(): void {
    this.#pace?.skip();
  }

  /** Forget what was touched, and what it would lead to. */
  forget(): void {
    [this.touched, this.sketch] = [[], undefined];
  }

  /** An option was chosen: it is sent, or, for the careful, shown first. */
  async choose(option: Option): Promise<void> {
    if (!this.live) return;
    if (!this.careful) return this.send(option);
    const answers = [{ question: this.question?.kind ?? "", option: option.word }];
    const seen = await this.#tried(() => podesta.preview(this.id, this.kept?.token ?? "", answers));
    const sentences = seen?.notes.map(({ text }) => text) ?? [];
    if (seen) this.sketch = { option, game: seen.after, sentences, stop: seen.stop };
  }

  /** Send an answer. */
  async send({ word }: Option): Promise<void> {
    const [question, revision] = [this.question, this.head?.revision ?? 0];
    if (!question || this.pending) return;
    const answers = [{ question: question.kind, option: word }];
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

  beCareful(careful: boolean): void {
    this.careful = careful;
    setCareful(careful);
  }

  /** Carry a command out; what it changed is shown at once. */
  async #give(command: () => Promise<{ update: Update } | undefined>): Promise<void> {
    this.pending = true;
    const taken = await this.#tried(command);
    [this.pending, this.touched, this.sketch] = [false, [], undefined];
    this.#pace?.skip();
    if (taken) this.#pace?.take(taken.update);
  }

  async #tried<T>(call: () => Promise<T>): Promise<T | undefined> {
    this.problem = undefined;
    try {
      return await call();
    } catch (error) {
      this.problem = error as Error;
      return undefined;
    }
  }

  async #hear(after: number): Promise<void> {
    const lost = (): void => {
      this.connected = false;
    };
    const how = { token: this.kept?.token, after, signal: this.#stop.signal, lost };
    for await (const { event, data } of podesta.watch(this.id, how)) {
      this.connected = true;
      if (event === "update") this.#pace?.take(data);
      if (event === "heartbeat") this.ahead = Date.parse(data.server_time) - Date.now();
    }
  }

  #show(update: Update): void {
    const entry = entryOf(update);
    if (entry) this.log = merged(this.log, [entry]);
    if (this.question?.kind !== update.after.questions[0]?.kind) this.forget();
    this.head = update.after;
  }

  /** What happened before the page was opened. */
  async #remember(): Promise<void> {
    const entries = await this.#tried(() => history(this.id, this.kept?.token));
    this.log = merged(entries ?? [], this.log);
  }
}
