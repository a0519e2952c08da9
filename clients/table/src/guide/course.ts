import type { Progress } from "../store/seating/seats";
import type { Words } from "../store/words";
import type { Value } from "../texts/message";

/** One step of a lesson or a guide. */
export interface Step {
  /** The key of its text in the game's texts. */
  readonly text: string;
  /** The kind of question at which it appears; empty for any. */
  readonly at: string;
  /** What it is about on the board: ids, or prefixes of ids. */
  readonly look: readonly string[];
  /** In a lesson, the options to choose, by word; a step without them is only read. */
  readonly wants?: RegExp;
  /** A kind of note: the next one if the text announces it, or the last one if the text reports it. */
  readonly happens?: string;
  /** The number of its rule, if not that of the question. */
  readonly rule?: string;
  /** Further texts, one per line, with the numbers of their rules. */
  readonly lines?: Readonly<Record<string, string>>;
}

/** The values for slots in texts, read from the game and never typed in. */
export type Facts = Readonly<Record<string, Value | undefined>>;

/** What facts are looked up with: the ruleset's words, the page's language, and the option that a step expects. */
export interface Known {
  readonly words: Words;
  readonly language: string;
  readonly option: string;
}

/** What is taught about a ruleset. */
export interface Course {
  /** The deal of the practice game in which it is taught. */
  readonly deal: string;
  /** Steps to follow in order; nothing else can be touched. */
  readonly lesson: readonly Step[];
  /** Steps for free play, each shown at the first question of its kind. */
  readonly guide: readonly Step[];
  /** The facts of a position, from its view. */
  readonly facts?: (view: never, known: Known) => Facts;
}

/** A step to read, at a kind of question, about things on the board. */
export function read(text: string, at = "", ...look: string[]): Step {
  return { text, at, look };
}

/** The same, for a text that reports what has happened. */
export function saw(happens: string, step: Step): Step {
  return { ...step, happens };
}

/** A step to do: its question, the options that advance it, and the note that then follows in the log. */
export function does(text: string, at: string, wants: RegExp, happens: string, rule?: string): Step {
  return { text, at, look: [], wants, happens, ...(rule && { rule }) };
}

/** The last step of a lesson, with lines on winning and on what it left out, each with the number of its rule. */
export function ends(lines: Readonly<Record<string, string>>): Step {
  return { ...read("on"), lines };
}

/** A step of the guide, with a text named after its question. */
export function explains(at: string, ...look: string[]): Step {
  return read(at, at, ...look);
}

/** The parts of a question that steps use. */
interface Asked {
  readonly kind: string;
  readonly options: readonly { readonly word: string }[];
}

/** The index of a lesson's next step; -1 if none fits. Skips steps answered while the page was reloading. */
export function next(lesson: readonly Step[], { at }: Progress, asked: Asked | undefined): number {
  if (lesson[at]?.at === "") return at;
  return lesson.findIndex((step, place) => (place === at || (place > at && step.wants)) && fits(step, asked));
}

function fits({ at, wants }: Step, asked: Asked | undefined): boolean {
  return at === asked?.kind && (!wants || asked.options.some(({ word }) => wants.test(word)));
}

/** Whether a game has left its lesson: there is a choice to make that the lesson does not cover. */
export function strayed({ lesson }: Course, progress: Progress, asked: Asked | undefined): boolean {
  const open = progress.at < lesson.length && (asked?.options.length ?? 0) > 1;
  return open && next(lesson, progress, asked) < 0;
}

/** The step of the guide for a question: the first of its kind that is unread. */
export function due(guide: readonly Step[], { read }: Progress, asked: string | undefined): Step | undefined {
  return guide.find(({ text, at }) => !read.includes(text) && at === asked);
}
