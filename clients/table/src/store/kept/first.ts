/** What the first page needs of what somebody prefers: how it looks, and whom they play against. */
import { asText, membersOf, read, storage, write } from "../storage.svelte";

const THEME = "podesta theme";
const COMPANY = "podesta company";

/** How the page looks: as the device does, or always light or dark. */
export type Theme = "auto" | "light" | "dark";

export function theme(): Theme {
  const kept = storage.getItem(THEME);
  return kept === "light" || kept === "dark" ? kept : "auto";
}

/** Look as somebody wishes, from now on. */
export function setTheme(wanted: Theme): void {
  storage.setItem(THEME, wanted);
  wear(wanted);
}

/** Look as somebody has wished. */
export function wear(wanted = theme()): void {
  document.documentElement.dataset.theme = wanted;
}

/** Whom somebody plays against: how well bots play, and how many sit at each game's table. */
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
