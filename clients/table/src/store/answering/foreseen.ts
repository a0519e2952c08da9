import type { Game, Preview, Update } from "@podesta/client";

/** Where a preview tells all that an answer leads to: no lot is drawn, and nobody else has chosen in secret. */
const WHOLE = new Set(["question", "others"]);

/** A game as an answer under way will leave it, and how many notes have told of that. */
export interface Foreseen {
  readonly game: Game;
  readonly notes: number;
}

/** The game after an answer, as the preview of it says; nothing where that does not say all. */
export function foreseen(head: Game, { stop, notes, after }: Preview): Foreseen | undefined {
  if (!WHOLE.has(stop)) return undefined;
  const { view, waiting, questions } = after;
  return { game: { ...head, revision: head.revision + 1, view, waiting, questions } as Game, notes: notes.length };
}

/** An update without what is on the board already: that stays the same object, and does not move again. */
export function news(update: Update, before: Foreseen | undefined): Update {
  const answer = update.events.some(({ event }) => event === "answered");
  if (!before || !answer || update.revision !== before.game.revision) return update;
  const { view, questions } = before.game;
  const same = {
    ...(alike(view, update.after.view) && { view }),
    ...(alike(questions, update.after.questions) && { questions }),
  };
  return { ...update, notes: update.notes.slice(before.notes), after: { ...update.after, ...same } } as Update;
}

/** Whether two values of JSON say the same, in whichever order. */
export function alike(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => alike(one[key], other[key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
