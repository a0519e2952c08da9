import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** The board's own texts, once loaded. */
export let texts: Texts["pillars-of-the-earth"];

export const spoken: Promise<void> = textsOf("pillars-of-the-earth").then((found) => {
  texts = found;
});
