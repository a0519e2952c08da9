import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** The board's own texts, once loaded. */
export let texts: Texts["golden-horn"];

export const spoken: Promise<void> = textsOf("golden-horn").then((found) => {
  texts = found;
});
