import type { Answer, Option, Preview, Question } from "@podesta/client";
import { narrow, type Target, type Targeted } from "./narrowing";

/** A zone ahead, with everything that touching it answers. */
export interface Step {
  readonly zone: string;
  /** The option with which the route there begins. */
  readonly option: Option;
  readonly answers: readonly Answer[];
  /** What else is touched on the way, as often as it is touched: the price. */
  readonly price: readonly string[];
}

type Leads = (id: string) => boolean;
type Looking = (answers: readonly Answer[]) => Promise<Preview | undefined>;

/** The only option left that leads to an untouched zone; undefined if there are several or none. */
export function leading<O extends Targeted>(
  left: readonly O[],
  touched: readonly Target[],
  leads: Leads,
): O | undefined {
  const wanted = (option: O): boolean => [...narrow([option], touched).lit].some(leads);
  const found = left.filter(wanted);
  return left.length === 1 || touched.length === 0 ? only(found) : undefined;
}

/**
 * Yields the zone to which an option leads, and those after it, as long as an answer to the next question leads to one
 * more. Uses previews; the route ends before a draw or a question to another seat.
 */
export async function* steps(
  option: Option,
  first: readonly Answer[],
  leads: Leads,
  look: Looking,
): AsyncGenerator<Step> {
  let [next, answers, price]: [Option | undefined, readonly Answer[], string[]] = [option, first, []];
  while (next) {
    const seen = await look(answers);
    const zone: string | undefined = next.targets.find(({ id }) => leads(id))?.id;
    if (!seen || !zone) return;
    const question: Question | undefined = seen.stop === "question" ? seen.after.questions[0] : undefined;
    yield { zone, option, answers: [...answers, ...halt(question, leads)], price };
    next = (question?.options as readonly Option[] | undefined)?.find(({ targets }) =>
      targets.some(({ id }) => leads(id)),
    );
    if (!question || !next) return;
    answers = [...answers, answer(question, next)];
    price = [...price, ...next.targets.map(({ id }) => id).filter((id) => !leads(id))];
  }
}

/** The answer that stops there, if that is asked. */
function halt(question: Question | undefined, leads: Leads): Answer[] {
  const options = (question?.options ?? []) as readonly Option[];
  const stop = options.find(({ targets }) => targets.some(({ id }) => id === "!pass"));
  const goes = options.length === 1 || options.some(({ targets }) => targets.some(({ id }) => leads(id)));
  return question && stop && goes ? [answer(question, stop)] : [];
}

function answer({ kind }: Question, { word }: Option): Answer {
  return { question: kind, option: word };
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
