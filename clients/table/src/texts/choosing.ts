/** The language of a page whose reader speaks none of those that there are; its files say which keys and slots there are. */
export const DEFAULT = "en";

/**
 * The language to speak: the first wish that is there, as it stands or with less and less behind it (`it-CH`, `it`), or
 * in the same script (`zh-TW`, `zh-Hant`).
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

/** What a language calls itself. */
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

/** Whether a language that is there, without a region, is the one wished, in the script that is wished. */
function alike(name: string, wish: Intl.Locale): boolean {
  const there = new Intl.Locale(name);
  const [one, other] = [there.maximize(), wish.maximize()];
  return !there.region && one.language === other.language && one.script === other.script;
}
