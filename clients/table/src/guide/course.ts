import type { Progress } from "../store/seating/seats";
import type { Words } from "../store/words";
import type { Value } from "../texts/message";

/** One thing that is taught. */
export interface Step {
  /** Its text: the key of it in the game's texts. */
  readonly text: string;
  /** The kind of question with which it comes up; empty: whatever is asked. */
  readonly at: string;
  /** What it is about on the board: ids, or beginnings of ids. */
  readonly look: readonly string[];
  /** In a lesson, the options that are to be chosen, by their words; a step without them is only read. */
  readonly wants?: RegExp;
  /** The note that must come next where the text says what happens, or last where it says what has happened. */
  readonly happens?: string;
  /** The number of its rule, where that is not the question's. */
  readonly rule?: string;
  /** Further texts, a line each, with the numbers of their rules. */
  readonly lines?: Readonly<Record<string, string>>;
}

/** What fills the slots of texts: it is read from the game, never typed. */
export type Facts = Readonly<Record<string, Value | undefined>>;

/** What facts are found by: the words of the ruleset, the page's language, and the option that a step wants. */
export interface Known {
  readonly words: Words;
  readonly language: string;
  readonly option: string;
}

/** What is taught of a ruleset. */
export interface Course {
  /** The deal of the practice game in which it is taught. */
  readonly deal: string;
  /** Steps to be done one after the other: nothing else can be touched. */
  readonly lesson: readonly Step[];
  /** Steps for when one plays on freely, each with the first question of its kind. */
  readonly guide: readonly Step[];
  /** The facts of a position, as its view shows them. */
  readonly facts?: (view: never, known: Known) => Facts;
}

/** A step to be read, with a kind of question, about things on the board. */
export function read(text: string, at = "", ...look: string[]): Step {
  return { text, at, look };
}

/** The same, where it says what has happened. */
export function saw(happens: string, step: Step): Step {
  return { ...step, happens };
}

/** A step to be done: with which question, the options that go on with it, and what the log then says. */
export function does(text: string, at: string, wants: RegExp, happens: string, rule?: string): Step {
  return { text, at, look: [], wants, happens, ...(rule && { rule }) };
}

/** The last step of a lesson: below it, what wins and what was not met, each with the number of its rule. */
export function ends(lines: Readonly<Record<string, string>>): Step {
  return { ...read("on"), lines };
}

/** A step of the guide: its text is called like its question. */
export function explains(at: string, ...look: string[]): Step {
  return read(at, at, ...look);
}

/** A question, as far as steps look at it. */
interface Asked {
  readonly kind: string;
  readonly options: readonly { readonly word: string }[];
}

/**
 * The place of the step of a lesson that comes next; -1 where none fits what is asked. What was answered while the page was
 * loaded anew is passed over.
 */
export function next(lesson: readonly Step[], { at }: Progress, asked: Asked | undefined): number {
  if (lesson[at]?.at === "") return at;
  return lesson.findIndex((step, place) => (place === at || (place > at && step.wants)) && fits(step, asked));
}

function fits({ at, wants }: Step, asked: Asked | undefined): boolean {
  return at === asked?.kind && (!wants || asked.options.some(({ word }) => wants.test(word)));
}

/** Whether a game has gone another way than its lesson: something can be chosen that the lesson knows nothing of. */
export function strayed({ lesson }: Course, progress: Progress, asked: Asked | undefined): boolean {
  const open = progress.at < lesson.length && (asked?.options.length ?? 0) > 1;
  return open && next(lesson, progress, asked) < 0;
}

/** The step of the guide that a question calls for: the first of its kind that was not read. */
export function due(guide: readonly Step[], { read }: Progress, asked: string | undefined): Step | undefined {
  return guide.find(({ text, at }) => !read.includes(text) && at === asked);
}
