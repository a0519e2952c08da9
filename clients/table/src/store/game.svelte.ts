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

/** Why previews stop where an answer cannot be taken back: something is drawn or shown, or all is over. */
const FINAL = new Set(["draw", "end", "hidden"]);
/** Of these, what is asked about first among people, unless somebody wishes otherwise: one's own secrets are shown, too. */
const SECRET = "hidden";

/** Milliseconds until a command under way is shown as such. */
const LATE = 150;

/** Milliseconds for which a question with only one answer is seen before it is answered by itself. */
const SOON = 500;

/** Milliseconds on one's clock within which nothing more is looked up ahead: it would come too late. */
const LAST = 500;

/** One and the same, so that nothing is drawn anew where nothing was touched. */
const NOTHING: readonly Target[] = [];

/** One game as this browser's seat, or a spectator, sees it: what is shown, what is asked, what was touched. */
export class Table extends Told {
  touched = $state.raw<readonly Target[]>(NOTHING);
  /** What an answer under way was touched as: shown if it is late, or shown first; else the new board is drawn at once. */
  #meant = NOTHING;
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
  caution = $state<Caution>(caution());
  readonly #foresight = new Foresight();
  /** Which options a lesson wants now; all of them, where there is none. */
  only = $state.raw<Only<Option>>();
  /** Whether what is shown came about by taking back. */
  #back = false;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #routes = 0;
  /** What was touched while an answer was under way, on the board that it leads to. */
  #touchedNext: string | undefined;
  /** What is drawn: an earlier revision, what an answer would lead to, or the game as it is. */
  readonly shown = $derived(this.past ?? this.sketch?.game ?? this.now);
  readonly question = $derived<Question | undefined>(this.now?.questions[0]);
  readonly options = $derived<readonly Option[]>(this.question?.options ?? []);
  readonly narrowed = $derived(narrow<Option>(this.options, this.touched, this.only));
  /** Whether something is asked that can be answered here; it looks so until an answer is late. */
  readonly live = $derived(!this.past && !this.sketch && !this.late && this.connected && !!this.question);
  readonly #ahead = $derived(this.route.map(({ zone }) => zone));
  readonly lit = $derived<ReadonlySet<string>>(this.live ? new Set([...this.narrowed.lit, ...this.#ahead]) : new Set());
  /** What is lit, and in which roles. */
  readonly roles = $derived<ReadonlySet<string>>(
    this.live ? new Set([...this.narrowed.roles, ...this.#ahead]) : new Set(),
  );

  /** The board is there: it says which ids are zones that can be looked ahead to. */
  follows(leads: ((id: string) => boolean) | undefined): void {
    this.#leads = leads;
    void this.#lookAhead();
  }

  /** Touch a thing on the board, perhaps in a role; `!all` where what was touched is all of an amount. */
  touch(id: string): void {
    if (this.foreseen) this.#touchedNext = id;
    if (id === "!all") return void (this.narrowed.whole && this.choose(this.narrowed.whole));
    const step = this.#free ? this.route.find(({ zone }) => zone === id) : undefined;
    if (step) return void this.choose(step.option, step.answers);
    const target = this.#free ? touch<Option>(this.options, this.touched, id, this.only) : undefined;
    if (target) this.#touched([...this.touched, target]);
  }

  /** Things were touched: what they leave is chosen, if it is one, and if no zone ahead follows from it. */
  #touched(touched: readonly Target[]): void {
    const { one, left } = narrow<Option>(this.options, touched, this.only);
    if (one && !this.#leading(left, touched)) {
      this.#meant = touched;
      return void this.choose(one);
    }
    this.touched = touched;
    void this.#lookAhead();
  }

  /** Take the last touch of a thing back. */
  untouch(id: string): void {
    const at = this.touched.findLastIndex((each) => each.id === id);
    if (at >= 0) this.touched = this.touched.toSpliced(at, 1);
  }

  /** Forget what was touched, and what it would lead to. */
  forget(): void {
    this.#drop();
    void this.#lookAhead();
  }

  #drop(): void {
    this.#meant = NOTHING;
    [this.touched, this.sketch] = [NOTHING, undefined];
  }

  /** What was touched for an answer that is not there yet. */
  #showMeant(): void {
    if (this.#meant.length) this.touched = this.#meant;
  }

  /** An option was chosen, perhaps with answers to what is asked next: it is sent, or shown first, for those who wish so
   * and where nothing takes it back. */
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

  /** A thing or an option is pointed at: if touching it would answer, what that leads to is looked up meanwhile. */
  point({ id = "", word = "" }: { id?: string | undefined; word?: string | undefined }): void {
    if (!this.#free || this.caution === "none" || this.#timeIsUp || this.#leading()) return;
    const target = id ? touch<Option>(this.options, this.touched, id) : undefined;
    const one = target && narrow<Option>(this.options, [...this.touched, target]).one;
    const option = one ?? this.options.find((each) => each.word === word);
    if (!option) return;
    const answers = this.#answers(option);
    this.#foresight.point(this.head?.revision ?? 0, answers, this.#look(answers));
  }

  /** Send answers as one command; where a preview says all that they lead to, that is shown meanwhile. */
  async send(answers: readonly Answer[], seen?: Preview): Promise<void> {
    const revision = this.head?.revision ?? 0;
    if (!this.question || this.pending) return;
    if (seen) this.#foresee(seen);
    await this.give(() => answered.first(this.id, this.kept?.token ?? "", revision, answers));
  }

  /** Show what a preview says; not in lessons, which look at what was told. */
  #foresee(seen: Preview): void {
    const ahead = this.head && !this.only ? foreseen(this.head, seen) : undefined;
    if (!ahead) return;
    this.#drop();
    this.#routes += 1;
    [this.route, this.recent, this.stage, this.foreseen] = [[], [], stageOf(seen), ahead];
  }

  /** Why a word is not among the options. */
  explain(word: string): Promise<Explanation | undefined> {
    const meant = { question: this.question?.kind ?? "", option: word };
    return this.tried(() => podesta.explain(this.id, meant, this.kept?.token));
  }

  /** What a house bot would answer. */
  hint(): Promise<Hint | undefined> {
    return this.tried(() => podesta.hint(this.id, this.kept?.token ?? ""));
  }

  /** Take the newest answer back, or do what else there is to do about taking back. */
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

  /** Carry a command out; meanwhile no other can be given. What it changed is shown at once. */
  protected override async give(command: () => Promise<Taken | undefined>): Promise<void> {
    this.#busy(true);
    const taken = await this.tried(command);
    this.#busy(false);
    this.#drop();
    this.take(taken?.update);
    if (this.foreseen) [this.foreseen, this.stage] = [undefined, []]; // it has not come about
    if (!taken && !this.problem) await this.tried(() => this.catchUp());
    if (taken) this.#touchAgain();
  }

  /** What was touched too early is touched now; nothing comes of it where it is not lit. */
  #touchAgain(): void {
    const id = this.#touchedNext;
    this.#touchedNext = undefined;
    if (id) this.touch(id);
  }

  /** What was touched for another question means nothing now. */
  protected override moves(update: Update): void {
    this.#back = update.events.some(({ event }) => event === "retracted");
    if (this.#back) this.answers -= 1;
    if (this.question?.kind !== update.after.questions[0]?.kind) this.forget();
  }

  protected override moved(): void {
    void this.#lookAhead();
    this.#answerForced();
  }

  /** Where there is only one answer, it is given: not to whom has just taken something back, nor where nobody looks. */
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

  /** Whether this seat's clock has run out: the service then answers for it, and refuses previews. */
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

  /** The only option left that leads to a zone, where the board has such. */
  #leading(left = this.narrowed.left, touched = this.touched): Option | undefined {
    return this.live && this.#leads && !this.only ? leading<Option>(left, touched, this.#leads) : undefined;
  }

  /** Find out, by previews, which zones come after the next one, as long as nothing else is touched. */
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
