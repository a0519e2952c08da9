import { storage } from "../store/storage.svelte";
import { chosen, DEFAULT } from "./choosing";
import { speak } from "./message";
import type { Texts } from "./types";

const FILES = import.meta.glob<object>("./*/*.json", { import: "default" });
const KEPT = "podesta language";

/** The languages that there are: each folder of texts is one. */
export const LANGUAGES: readonly string[] = [...new Set(Object.keys(FILES).map((path) => path.split("/")[1] ?? ""))];

/** The language of the page: the one that was chosen, or the browser's first that there is. */
export const language = chosen([storage.getItem(KEPT) ?? "", ...navigator.languages], LANGUAGES, DEFAULT);

/** Speak another language: the page is loaded anew, for every text of the service changes with it. */
export function choose(wanted: string): void {
  storage.setItem(KEPT, wanted);
  location.reload();
}

/** What a file of the page's language says; no other language's is loaded. */
export async function textsOf<File extends keyof Texts>(file: File): Promise<Texts[File]> {
  const load = FILES[`./${language}/${file}.json`];
  if (!load) throw new Error(`there is no ${file}.json in ${language}`);
  return speak(await load(), language) as Texts[File];
}
