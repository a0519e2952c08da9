import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** The board's own texts, once loaded. */
export let texts: Texts["notre-dame"];

export const spoken: Promise<void> = textsOf("notre-dame").then((found) => {
  texts = found;
});
