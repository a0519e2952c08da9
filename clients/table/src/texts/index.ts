import { textsOf } from "./files";
import type { Texts } from "./types";

/** The texts of the page before anything is opened on it; texts of games come from the service. */
export let texts: Texts["page"];

/** Resolves when these texts are loaded; nothing is shown before. A top-level await would be unreliable in Safari. */
export const spoken: Promise<void> = textsOf("page").then((found) => {
  texts = found;
});
