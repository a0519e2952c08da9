/** A board for any ruleset: drawn from the view and its schema, without knowing the game. */
export { default } from "./Generic.svelte";

/** It draws no thing once only, so nothing on it is touched: everything can be chosen beside it. */
export function drawn(): ReadonlySet<string> {
  return new Set();
}
