import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** What the board says itself, once it can. */
export let texts: Texts["colonia"];

export const spoken: Promise<void> = textsOf("colonia").then((found) => {
  texts = found;
});
