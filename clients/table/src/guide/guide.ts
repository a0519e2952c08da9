import type { NewGame } from "@podesta/client";
import { note } from "../store/seating/keeping";
import { openAgainstBots } from "../store/seating/opening";
import { seats } from "../store/seating/seats";
import { textsOf } from "../texts/files";
import type { Course } from "./course";

const COURSES = import.meta.glob<Course>("./lessons/*.lesson.ts", { import: "default" });

/** The course of a ruleset; undefined if there is none. */
export async function courseOf(ruleset: string): Promise<Course | undefined> {
  return await COURSES[`./lessons/${ruleset}.lesson.ts`]?.();
}

/** The texts of a ruleset's steps: fixed, or functions of the facts of a position. */
export type Sayings = Readonly<Record<string, string | ((facts: never) => string)>>;

/** Loads the texts of a ruleset's steps. */
export async function saidOf(ruleset: string): Promise<Sayings> {
  const said: Readonly<Record<string, Sayings>> = await textsOf("guides");
  return said[ruleset] ?? {};
}

/** Opens a lesson of a ruleset: an unfinished one, or else a new one on its deal. */
export async function openLesson(ruleset: NewGame["ruleset"], players: number, course?: Course): Promise<string> {
  const steps = course?.lesson.length ?? 0;
  const begun = seats().find(
    ([, kept]) => kept.ruleset === ruleset && !kept.over && (kept.lesson?.at ?? steps) < steps,
  );
  if (begun) return begun[0];
  const game = await openAgainstBots(ruleset, players, "easy", course?.deal);
  note(game, { lesson: { at: 0, read: [] } });
  return game;
}
