import type { Answer, Explanation, Game, Hint, Option, Preview, Question, Taken, Update } from "@podesta/client";
import { stageOf } from "../board/motion";
import { answered } from "./answering/asking";
import { foreseen } from "./answering/foreseen";
import { Foresight } from "./answering/foresight";
import { narrow, type Only, type Target, touch } from "./answering/narrowing";
import { leading, type Step, steps } from "./answering/route";
import { type Caution, caution, isForced, setCaution } from "./kept/preferences";
import { podesta } from "./service";
import { Told } from "./told.svelte";

/** The predicted result of an answer, before it is sent. */
export interface Sketch {
  readonly option: Option;
  readonly answers: readonly Answer[];
  readonly game: Game;
  readonly sentences: readonly string[];
  readonly stop: string;
  /** Whether it cannot be taken back. */
  readonly final: boolean;
}

/** The stops of previews of final answers: something is drawn or revealed, or the game ends. */
const FINAL = new Set(["draw", "end", "hidden"]);
/** The stop to confirm by default in company, since it also reveals the player's own secrets. */
const SECRET = "hidden";

/** Milliseconds after which a command being sent is shown as pending. */
const LATE = 150;

/** Milliseconds for which a question with only one answer is shown before it is answered automatically. */
const SOON = 500;

/** Milliseconds left on the player's clock below which nothing is previewed: it would come too late. */
const LAST = 500;

/** A constant, so that nothing is redrawn while nothing is touched. */
const NOTHING: readonly Target[] = [];

/** One game as this browser's seat, or a spectator, sees it: what is shown, what is asked, and what was touched. */
export class Table extends Told {
  touched = $state.raw<readonly Target[]>(NOTHING);
  /** The touches of an answer being sent, shown if it is late or to be confirmed; else the new board comes at once. */
  #meant = NOTHING;
  /** Zones ahead, for boards on which a far one answers several questions at once. */
  route = $state.raw<readonly Step[]>([]);
  /** Whether an id is such a zone, as defined by the board. */
  #leads: ((id: string) => boolean) | undefined;
  sketch = $state.raw<Sketch>();
  /** Whether a command is being sent. */
  pending = $state(false);
  /** Whether it has taken long enough to show that; a quick response thus changes the board only once. */
  late = $state(false);
  #patience: ReturnType<typeof setTimeout> | undefined;
  caution = $state<Caution>(caution());
  readonly #foresight = new Foresight();
  /** The options that a lesson expects now; without a lesson, all of them. */
  only = $state.raw<Only<Option>>();
  /** Whether the state shown is the result of taking back. */
  #back = false;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #routes = 0;
  /** A touch made while an answer was being sent, on the board that it leads to. */
  #touchedNext: string | undefined;
  /** The game to draw: an earlier revision, the sketch of an answer, or the current state. */
  readonly shown = $derived(this.past ?? this.sketch?.game ?? this.now);
  readonly question = $derived<Question | undefined>(this.now?.questions[0]);
  readonly options = $derived<readonly Option[]>(this.question?.options ?? []);
  readonly narrowed = $derived(narrow<Option>(this.options, this.touched, this.only));
  /** Whether there is a question that can be answered here; stays true while an answer is sent, until it is late. */
  readonly live = $derived(!this.past && !this.sketch && !this.late && this.connected && !!this.question);
  readonly #ahead = $derived(this.route.map(({ zone }) => zone));
  readonly lit = $derived<ReadonlySet<string>>(this.live ? new Set([...this.narrowed.lit, ...this.#ahead]) : new Set());
  /** What is lit, including roles. */
  readonly roles = $derived<ReadonlySet<string>>(
    this.live ? new Set([...this.narrowed.roles, ...this.#ahead]) : new Set(),
  );

  /** Receives from the loaded board which ids are zones that can be reached ahead. */
  follows(leads: ((id: string) => boolean) | undefined): void {
    this.#leads = leads;
    void this.#lookAhead();
  }

  /** Touches a thing on the board, or in a role; `!all` confirms that an amount is complete. */
  touch(id: string): void {
    if (this.foreseen) this.#touchedNext = id;
    if (id === "!all") return void (this.narrowed.whole && this.choose(this.narrowed.whole));
    const step = this.#free ? this.route.find(({ zone }) => zone === id) : undefined;
    if (step) return void this.choose(step.option, step.answers);
    const target = this.#free ? touch<Option>(this.options, this.touched, id, this.only) : undefined;
    if (target) this.#touched([...this.touched, target]);
  }

  /** Applies touches: chooses the option that they leave, if there is only one and it leads to no zone ahead. */
  #touched(touched: readonly Target[]): void {
    const { one, left } = narrow<Option>(this.options, touched, this.only);
    if (one && !this.#leading(left, touched)) {
      this.#meant = touched;
      return void this.choose(one);
    }
    this.touched = touched;
    void this.#lookAhead();
  }

  /** Undoes the last touch of a thing. */
  untouch(id: string): void {
    const at = this.touched.findLastIndex((each) => each.id === id);
    if (at >= 0) this.touched = this.touched.toSpliced(at, 1);
  }

  /** Clears the touches and the sketch. */
  forget(): void {
    this.#drop();
    void this.#lookAhead();
  }

  #drop(): void {
    this.#meant = NOTHING;
    [this.touched, this.sketch] = [NOTHING, undefined];
  }

  /** Shows the touches of an answer that has not been confirmed yet. */
  #showMeant(): void {
    if (this.#meant.length) this.touched = this.#meant;
  }

  /**
   * Chooses an option, with further answers if given. The answers are sent, or first shown as a sketch, as the player's
   * caution requires: by default, if they reveal secrets in a game with other players.
   */
  async choose(option: Option, answers = this.#answers(option)): Promise<void> {
    if (!this.#free) return;
    if (this.caution === "none") return this.send(answers);
    this.#busy(true);
    const seen = await this.tried(() => this.#foresight.see(this.head?.revision ?? 0, answers, this.#look(answers)));
    this.#busy(false);
    if (!seen) return this.forget();
    if (this.caution !== "all" && (this.alone || seen.stop !== SECRET)) return this.send(answers, seen);
    this.#showMeant();
    const sentences = seen.notes.map(({ text }) => text);
    this.sketch = { option, answers, game: seen.after, sentences, stop: seen.stop, final: FINAL.has(seen.stop) };
  }

  /** Handles pointing at a thing or an option: if touching it would answer, the result is previewed in the meantime. */
  point({ id = "", word = "" }: { id?: string | undefined; word?: string | undefined }): void {
    if (!this.#free || this.caution === "none" || this.#timeIsUp || this.#leading()) return;
    const target = id ? touch<Option>(this.options, this.touched, id) : undefined;
    const one = target && narrow<Option>(this.options, [...this.touched, target]).one;
    const option = one ?? this.options.find((each) => each.word === word);
    if (!option) return;
    const answers = this.#answers(option);
    this.#foresight.point(this.head?.revision ?? 0, answers, this.#look(answers));
  }

  /** Sends answers as one command. A preview that shows their whole effect is displayed in the meantime. */
  async send(answers: readonly Answer[], seen?: Preview): Promise<void> {
    const revision = this.head?.revision ?? 0;
    if (!this.question || this.pending) return;
    if (seen) this.#foresee(seen);
    await this.give(() => answered.first(this.id, this.kept?.token ?? "", revision, answers));
  }

  /** Shows the state that a preview predicts, except in lessons, which follow confirmed updates. */
  #foresee(seen: Preview): void {
    const ahead = this.head && !this.only ? foreseen(this.head, seen) : undefined;
    if (!ahead) return;
    this.#drop();
    this.#routes += 1;
    [this.route, this.recent, this.stage, this.foreseen] = [[], [], stageOf(seen), ahead];
  }

  /** Explains why a word is not among the options. */
  explain(word: string): Promise<Explanation | undefined> {
    const meant = { question: this.question?.kind ?? "", option: word };
    return this.tried(() => podesta.explain(this.id, meant, this.kept?.token));
  }

  /** Returns what a house bot would answer. */
  hint(): Promise<Hint | undefined> {
    return this.tried(() => podesta.hint(this.id, this.kept?.token ?? ""));
  }

  /** Takes the newest answer back, or proposes, accepts or declines a retraction. */
  retract(action: "take_back" | "propose" | "consent" | "decline" = "take_back"): Promise<void> {
    const [token, revision] = [this.kept?.token ?? "", this.head?.revision ?? 0];
    return this.give(() => podesta.retract(this.id, token, revision, { action }));
  }

  resign(): Promise<void> {
    return this.give(() => podesta.resign(this.id, this.kept?.token ?? ""));
  }

  beCareful(wanted: Caution): void {
    this.caution = wanted;
    setCaution(wanted);
  }

  /** Carries out a command, blocking others until it returns, and shows what it changed at once. */
  protected override async give(command: () => Promise<Taken | undefined>): Promise<void> {
    this.#busy(true);
    const taken = await this.tried(command);
    this.#busy(false);
    this.#drop();
    this.take(taken?.update);
    if (this.foreseen) [this.foreseen, this.stage] = [undefined, []]; // the prediction has not come true
    if (!taken && !this.problem) await this.tried(() => this.catchUp());
    if (taken) this.#touchAgain();
  }

  /** Repeats a touch that came too early; it has no effect if the thing is not lit. */
  #touchAgain(): void {
    const id = this.#touchedNext;
    this.#touchedNext = undefined;
    if (id) this.touch(id);
  }

  /** Clears touches that were meant for another question. */
  protected override moves(update: Update): void {
    this.#back = update.events.some(({ event }) => event === "retracted");
    if (this.#back) this.answers -= 1;
    if (this.question?.kind !== update.after.questions[0]?.kind) this.forget();
  }

  protected override moved(): void {
    void this.#lookAhead();
    this.#answerForced();
  }

  /** Answers a forced question automatically, unless the player has just taken back or the page is hidden. */
  #answerForced(): void {
    clearTimeout(this.#soon);
    const [only, ...others] = this.options;
    if (!only || others.length || this.#back || !isForced() || this.caution === "all") return;
    const { revision } = this.head ?? {};
    this.#soon = setTimeout(() => {
      if (this.head?.revision === revision && !document.hidden && !this.touched.length && !this.only)
        void this.choose(only);
    }, SOON);
  }

  /** Whether an answer can be given now. */
  get #free(): boolean {
    return this.live && !this.pending;
  }

  /** Whether this seat's clock has run out, or nearly: the service then answers for it, and refuses previews. */
  get #timeIsUp(): boolean {
    const clock = this.head?.clocks?.seats.find(({ seat }) => seat === this.head?.seat);
    if (!clock) return false;
    return (clock.deadline ? Date.parse(clock.deadline) - Date.now() - this.ahead : clock.remaining) <= LAST;
  }

  #busy(pending: boolean): void {
    clearTimeout(this.#patience);
    this.pending = pending;
    if (!pending) this.late = false;
    else
      this.#patience = setTimeout(() => {
        this.late = true;
        this.#showMeant();
      }, LATE);
  }

  #look(answers: readonly Answer[]): () => Promise<Preview> {
    return () => podesta.preview(this.id, this.kept?.token ?? "", answers);
  }

  #answers({ word }: Option): readonly Answer[] {
    return [{ question: this.question?.kind ?? "", option: word }];
  }

  /** The only option left that leads to a zone ahead, on boards that have such zones. */
  #leading(left = this.narrowed.left, touched = this.touched): Option | undefined {
    return this.live && this.#leads && !this.only ? leading<Option>(left, touched, this.#leads) : undefined;
  }

  /** Finds, by previews, the zones after the next one, until something else is touched. */
  async #lookAhead(): Promise<void> {
    const [mine, option] = [++this.#routes, this.#leading()];
    if (this.route.length) this.route = [];
    if (!option || !this.#leads || this.#timeIsUp) return;
    const preview = (answers: readonly Answer[]) => this.#foresight.ahead(this.#look(answers));
    for await (const step of steps(option, this.#answers(option), this.#leads, preview)) {
      if (mine !== this.#routes) return;
      this.route = [...this.route, step];
    }
  }
}
