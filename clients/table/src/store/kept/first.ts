/** The preferences that the first page needs: its theme, and the opponents. */
import { asText, membersOf, read, storage, write } from "../storage.svelte";

const THEME = "podesta theme";
const COMPANY = "podesta company";

/** The theme of the page: that of the device, or always light or dark. */
export type Theme = "auto" | "light" | "dark";

export function theme(): Theme {
  const kept = storage.getItem(THEME);
  return kept === "light" || kept === "dark" ? kept : "auto";
}

/** Stores and applies a theme. */
export function setTheme(wanted: Theme): void {
  storage.setItem(THEME, wanted);
  wear(wanted);
}

/** Applies the stored theme. */
export function wear(wanted = theme()): void {
  document.documentElement.dataset.theme = wanted;
}

/** The player's usual opponents: the level of bots, and the number of seats for each game. */
export interface Company {
  readonly level: string;
  readonly seats: Readonly<Record<string, number>>;
}

export function company(): Company {
  const { level, seats } = membersOf(read(COMPANY, membersOf));
  const numbers = Object.entries(membersOf(seats)).filter(([, each]) => Number.isInteger(each));
  return { level: asText(level) ?? "fair", seats: Object.fromEntries(numbers) as Record<string, number> };
}

export function setCompany(wanted: Company): void {
  write(COMPANY, wanted);
}
