import { connect, type Language, languageOf, type Podesta } from "@podesta/client";

const LANGUAGE = "podesta language";

/** The language of the page: the one that was chosen, or the browser's first that the service speaks. */
export const language: Language = languageOf(localStorage.getItem(LANGUAGE) ?? navigator.languages);

/** Speak another language: the page is loaded anew, for every text of the service changes with it. */
export function speak(wanted: Language): void {
  localStorage.setItem(LANGUAGE, wanted);
  location.reload();
}

/** The address of the service: that of the page, unless the page names another. */
function address(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="podesta-service"]')?.content;
  return named || location.origin;
}

/** The client of the service that everything here is built on; catalogues stay in the browser. */
export const podesta: Podesta = connect(address(), { language, storage: localStorage });
