import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** What the board says itself, once it can. */
export let texts: Texts["troyes"];

export const spoken: Promise<void> = textsOf("troyes").then((found) => {
  texts = found;
});
