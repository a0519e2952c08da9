import type { NewGame } from "@podesta/client";
import { note } from "../store/seating/keeping";
import { openAgainstBots } from "../store/seating/opening";
import { seats } from "../store/seating/seats";
import { textsOf } from "../texts/files";
import type { Course } from "./course";

const COURSES = import.meta.glob<Course>("./lessons/*.lesson.ts", { import: "default" });

/** What is taught of a ruleset; nothing where nobody has written it. */
export async function courseOf(ruleset: string): Promise<Course | undefined> {
  return await COURSES[`./lessons/${ruleset}.lesson.ts`]?.();
}

/** What the steps of a ruleset say: as it stands, or with the facts of a position. */
export type Sayings = Readonly<Record<string, string | ((facts: never) => string)>>;

/** What the steps of a ruleset say. */
export async function saidOf(ruleset: string): Promise<Sayings> {
  const said: Readonly<Record<string, Sayings>> = await textsOf("guides");
  return said[ruleset] ?? {};
}

/** A lesson of a ruleset: the one that was begun and not finished, else a new one on its deal. */
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
