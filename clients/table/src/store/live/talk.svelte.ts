import type { Phrase, PhrasesSaid } from "@podesta/client";
import type { Table } from "../game.svelte";
import { isMuted } from "../kept/preferences";
import { podesta } from "../service";

export type Said = PhrasesSaid["said"][number];

/** Milliseconds between requests for phrases in a lively talk and in a quiet one, and for which a phrase is shown. */
const [OFTEN, SELDOM, SHOWN] = [4_000, 30_000, 8_000];

/** Milliseconds for which a talk counts as lively, after a phrase and at the beginning and end of a game. */
const LIVELY = 60_000;

/** Milliseconds after the end of a game for which phrases are still requested. */
const AFTERWARDS = 600_000;

/** The phrases said at a table: requested from time to time while the page is visible, and shown for some seconds. */
class Talk {
  shown = $state.raw<readonly Said[]>([]);
  choices = $state.raw<PhrasesSaid["choices"]>([]);
  readonly #table: Table;
  readonly #known = new Map<number, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #until = Number.POSITIVE_INFINITY;
  #lively = Date.now() + LIVELY;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Starts requesting phrases; returns a function that stops it. */
  hear(): () => void {
    void this.#look();
    return () => clearTimeout(this.#timer);
  }

  async say(phrase: Phrase): Promise<void> {
    if (await this.#ask(phrase)) this.#next();
  }

  async #look(): Promise<void> {
    if (!document.hidden && !isMuted()) await this.#ask();
    if (this.#table.head?.status === "ended" && this.#until === Number.POSITIVE_INFINITY) this.#ended();
    this.#next();
  }

  #ended(): void {
    [this.#until, this.#lively] = [Date.now() + AFTERWARDS, Date.now() + LIVELY];
  }

  #next(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    if (now < this.#until) this.#timer = setTimeout(() => void this.#look(), now < this.#lively ? OFTEN : SELDOM);
  }

  /** Requests phrases, and returns whether the service answered; a failure does not affect the game. */
  async #ask(phrase?: Phrase): Promise<boolean> {
    const { id, kept } = this.#table;
    const found = await podesta.phrases(id, kept?.token, phrase).catch(() => undefined);
    if (found) this.#take(found);
    return !!found;
  }

  #take({ said, choices }: PhrasesSaid): void {
    if (!this.choices.length) this.choices = choices;
    const young = Date.now() + this.#table.ahead - 2 * SHOWN;
    const news = said.filter(({ seat, at }) => this.#known.get(seat) !== at && Date.parse(at) > young);
    for (const { seat, at } of said) this.#known.set(seat, at);
    if (!news.length) return;
    this.#lively = Date.now() + LIVELY;
    this.#show(news);
  }

  /** Shows phrases; a later one of a seat replaces its earlier one. */
  #show(news: readonly Said[]): void {
    const seats = new Set(news.map(({ seat }) => seat));
    this.shown = [...this.shown.filter(({ seat }) => !seats.has(seat)), ...news];
    setTimeout(() => {
      this.shown = this.shown.filter((each) => !news.includes(each));
    }, SHOWN);
  }
}

const all = new WeakMap<Table, Talk>();

/** Returns the talk at a table, the same for all components. */
export function talkOf(table: Table): Talk {
  const found = all.get(table) ?? new Talk(table);
  all.set(table, found);
  return found;
}
