import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** What the board says itself, once it can. */
export let texts: Texts["notre-dame"];

export const spoken: Promise<void> = textsOf("notre-dame").then((found) => {
  texts = found;
});
