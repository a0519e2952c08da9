import { storage } from "../store/storage.svelte";
import { chosen, DEFAULT } from "./choosing";
import { speak } from "./message";
import type { Texts } from "./types";

const FILES = import.meta.glob<object>("./*/*.json", { import: "default" });
const KEPT = "podesta language";

/** The available languages: a folder of texts for each. */
export const LANGUAGES: readonly string[] = [...new Set(Object.keys(FILES).map((path) => path.split("/")[1] ?? ""))];

/** The language of the page: the one chosen, or the first of the browser's that is available. */
export const language = chosen([storage.getItem(KEPT) ?? "", ...navigator.languages], LANGUAGES, DEFAULT);

/** Switches to another language, and reloads the page, because every text of the service changes too. */
export function choose(wanted: string): void {
  storage.setItem(KEPT, wanted);
  location.reload();
}

/** Loads the texts of a file in the page's language, and in no other. */
export async function textsOf<File extends keyof Texts>(file: File): Promise<Texts[File]> {
  const load = FILES[`./${language}/${file}.json`];
  if (!load) throw new Error(`there is no ${file}.json in ${language}`);
  return speak(await load(), language) as Texts[File];
}
