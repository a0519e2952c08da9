import { textsOf } from "./files";
import type { Texts } from "./types";

/** What the page says before anything is opened on it; what games say comes from the service. */
export let texts: Texts["page"];

/** Resolves when it can speak: nothing is shown before. Safari loads no modules reliably that wait while they are loaded. */
export const spoken: Promise<void> = textsOf("page").then((found) => {
  texts = found;
});
