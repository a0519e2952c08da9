import { textsOf } from "../../texts/files";
import type { Texts } from "../../texts/types";

/** What the board says itself, once it can. */
export let texts: Texts["golden-horn"];

export const spoken: Promise<void> = textsOf("golden-horn").then((found) => {
  texts = found;
});
