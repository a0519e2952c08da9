import { textsOf } from "../texts/files";
import type { Course } from "./course";

const COURSES = import.meta.glob<Course>("./lessons/*.lesson.ts", { import: "default" });

/** What is taught of a ruleset; nothing where nobody has written it. */
export async function courseOf(ruleset: string): Promise<Course | undefined> {
  return await COURSES[`./lessons/${ruleset}.lesson.ts`]?.();
}

/** What the steps of a ruleset say. */
export async function saidOf(ruleset: string): Promise<Readonly<Record<string, string>>> {
  const said: Readonly<Record<string, Readonly<Record<string, string>>>> = await textsOf("guides");
  return said[ruleset] ?? {};
}
