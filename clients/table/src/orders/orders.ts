import type { Catalogue, Game, Orders, StandingOrders } from "@podesta/client";

/** A rule as the form has it: which question, the answers in the order in which they are tried, and how often. */
export interface Draft {
  question: string;
  answer: string[];
  once: boolean;
}

/** Orders as the form has them. */
export interface Form {
  rules: Draft[];
  /** Whether a question with one answer only is answered with it. */
  only: boolean;
  /** Whether all orders end with the round. */
  round: boolean;
  /** Whether they end when something else is asked. */
  strict: boolean;
}

/** A form with nothing in it yet. */
export function empty(): Form {
  return { rules: [{ question: "", answer: [], once: true }], only: false, round: true, strict: false };
}

/** What a form says, as the service takes it. */
export function ordersOf(form: Form, game: Game): Orders {
  const rules = form.rules
    .filter(({ question, answer }) => question && answer.length)
    .map(({ question, answer, once }) => ({ question, answer, times: once ? 1 : 0 }));
  const until = form.round ? [{ seen: { at: roundAt(game), changed: true } }] : [];
  return { rules: [...rules, ...(form.only ? [{}] : [])], until, otherwise: form.strict ? "cancel" : "wait" };
}

/** Where the round stands in a game's view. */
function roundAt({ view }: Game): string {
  return "week" in view ? "/week" : "/round";
}

/** Orders that stand, as a form; what the form has no place for is left out. */
export function formOf({ orders, cancelled }: StandingOrders): Form {
  if (!orders || cancelled) return empty();
  const rules = orders.rules.filter(({ question }) => question);
  return {
    rules: rules.map(({ question = "", answer = [], times = 0 }) => ({
      question,
      answer: [...answer],
      once: times === 1,
    })),
    only: orders.rules.some(({ question, answer }) => !question && !answer?.length),
    round: (orders.until ?? []).length > 0,
    strict: orders.otherwise === "cancel",
  };
}

/** The questions that a seat may be asked, with what the sentence of each leaves open left out. */
export function questions(catalogue: Catalogue): { kind: string; text: string }[] {
  return catalogue.kinds
    .filter(({ lot, vocabulary }) => !lot && vocabulary)
    .map(({ kind, text }) => ({ kind, text: text.replace(/\{\w+\}/g, "…") }));
}
