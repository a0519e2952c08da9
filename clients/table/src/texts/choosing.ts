/** The language used when none of the reader's is available; its files define the keys and slots. */
export const DEFAULT = "en";

/**
 * Chooses a language: the first wish that is available, as it is or shortened step by step (`it-CH`, `it`), or in the
 * same script (`zh-TW`, `zh-Hant`).
 */
export function chosen(wishes: readonly string[], there: readonly string[], otherwise: string): string {
  for (const wish of wishes.flatMap(localeOf)) {
    const words = wish.baseName.split("-");
    const names = words.map((_, less) => words.slice(0, words.length - less).join("-"));
    const found = names.find((name) => there.includes(name)) ?? there.find((name) => alike(name, wish));
    if (found) return found;
  }
  return otherwise;
}

/** The name of a language in that language. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function localeOf(wish: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(wish)];
  } catch {
    return [];
  }
}

/** Whether an available language, without a region, has the language and script of a wish. */
function alike(name: string, wish: Intl.Locale): boolean {
  const there = new Intl.Locale(name);
  const [one, other] = [there.maximize(), wish.maximize()];
  return !there.region && one.language === other.language && one.script === other.script;
}
