import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** The board's own texts, once loaded. */
export let texts: Texts["troyes"];

export const spoken: Promise<void> = textsOf("troyes").then((found) => {
  texts = found;
});
