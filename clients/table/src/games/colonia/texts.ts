import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** The board's own texts, once loaded. */
export let texts: Texts["colonia"];

export const spoken: Promise<void> = textsOf("colonia").then((found) => {
  texts = found;
});
