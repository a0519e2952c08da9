import type { Catalogue, Game, Orders, StandingOrders } from "@podesta/client";

/** A rule in the form: its question, the answers in the order in which they are tried, and whether it applies once. */
export interface Draft {
  question: string;
  answer: string[];
  once: boolean;
}

/** Orders in the form. */
export interface Form {
  rules: Draft[];
  /** Whether to answer a question that has only one answer. */
  only: boolean;
  /** Whether all orders end with the round. */
  round: boolean;
  /** Whether they end when something else is asked. */
  strict: boolean;
}

/** Returns an empty form. */
export function empty(): Form {
  return { rules: [{ question: "", answer: [], once: true }], only: false, round: true, strict: false };
}

/** Converts a form to orders for the service. */
export function ordersOf(form: Form, game: Game): Orders {
  const rules = form.rules
    .filter(({ question, answer }) => question && answer.length)
    .map(({ question, answer, once }) => ({ question, answer, times: once ? 1 : 0 }));
  const until = form.round ? [{ seen: { at: roundAt(game), changed: true } }] : [];
  return { rules: [...rules, ...(form.only ? [{}] : [])], until, otherwise: form.strict ? "cancel" : "wait" };
}

/** The path of the round in a game's view. */
function roundAt({ view }: Game): string {
  return "week" in view ? "/week" : "/round";
}

/** Converts orders in force to a form; whatever the form cannot show is dropped. */
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

/** The questions that a seat may be asked; variable parts of their sentences are replaced by an ellipsis. */
export function questions(catalogue: Catalogue): { kind: string; text: string }[] {
  return catalogue.kinds
    .filter(({ lot, vocabulary }) => !lot && vocabulary)
    .map(({ kind, text }) => ({ kind, text: text.replace(/\{\w+\}/g, "…") }));
}
