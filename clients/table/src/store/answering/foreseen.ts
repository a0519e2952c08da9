import type { Game, Preview, Update } from "@podesta/client";

/** The stops of previews that show the whole effect: no draw follows, and no other seat has chosen in secret. */
const WHOLE = new Set(["question", "others"]);

/** A game as predicted for an answer being sent, and the number of notes already shown for it. */
export interface Foreseen {
  readonly game: Game;
  readonly notes: number;
}

/** The game after an answer, according to its preview; undefined if the preview does not show the whole effect. */
export function foreseen(head: Game, { stop, notes, after }: Preview): Foreseen | undefined {
  if (!WHOLE.has(stop)) return undefined;
  const { view, waiting, questions } = after;
  return { game: { ...head, revision: head.revision + 1, view, waiting, questions } as Game, notes: notes.length };
}

/** Removes from an update what is already on the board: it stays the same object, and does not move again. */
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

/** Whether two JSON values are equal, in any key order. */
export function alike(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => alike(one[key], other[key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
