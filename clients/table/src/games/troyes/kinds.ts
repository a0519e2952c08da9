/** What can be done in a turn, each with the sign that stands for it and what is lit on the board for it. */
const KINDS: readonly (readonly [kind: string, sign: string, lit: RegExp])[] = [
  ["activate", "card", /^card\./],
  ["build", "white", /^cathedral$/],
  ["combat", "red", /^(target|foe)\./],
  ["place", "citizen", /^(building|space)\./],
  ["farm", "yellow", /^verb\.farm$/],
  ["influence", "influence", /^(die\.|verb\.flip$|s\d+\.)/],
];

/** The sign of a kind. */
export function signOf(kind: string): string {
  return KINDS.find(([name]) => name === kind)?.[1] ?? "";
}

/** The kinds of which something is lit; none where there is nothing to choose between. */
export function kindsOf(lit: ReadonlySet<string>): string[] {
  const found = KINDS.filter(([, , of]) => [...lit].some((id) => of.test(id))).map(([kind]) => kind);
  return found.length > 1 ? found : [];
}

/** What is lit for a kind; everything where none is chosen. */
export function litFor(kind: string, lit: ReadonlySet<string>): ReadonlySet<string> {
  const of = KINDS.find(([name]) => name === kind)?.[2];
  return of ? new Set([...lit].filter((id) => of.test(id))) : lit;
}
