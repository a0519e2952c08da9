import { language } from "../store/service";
import type { Texts } from "./en";

const LANGUAGES: Readonly<Record<typeof language, () => Promise<Texts>>> = {
  en: async () => (await import("./en")).en,
  it: async () => (await import("./it")).it,
};

/** The texts of the page in its language; the other language's are not loaded. */
export const texts: Texts = await LANGUAGES[language]();
