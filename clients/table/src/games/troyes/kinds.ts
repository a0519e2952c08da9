/** The kinds of actions in a turn, each with its symbol and the pattern of the ids that are lit for it. */
const KINDS: readonly (readonly [kind: string, sign: string, lit: RegExp])[] = [
  ["activate", "card", /^card\./],
  ["build", "white", /^cathedral$/],
  ["combat", "red", /^(target|foe)\./],
  ["place", "citizen", /^(building|space)\./],
  ["farm", "yellow", /^verb\.farm$/],
  ["influence", "influence", /^(die\.|verb\.flip$|s\d+\.)/],
];

/** The symbol of a kind. */
export function signOf(kind: string): string {
  return KINDS.find(([name]) => name === kind)?.[1] ?? "";
}

/** The kinds with something lit; empty if there is only one. */
export function kindsOf(lit: ReadonlySet<string>): string[] {
  const found = KINDS.filter(([, , of]) => [...lit].some((id) => of.test(id))).map(([kind]) => kind);
  return found.length > 1 ? found : [];
}

/** The ids lit for a kind; all of them if none is chosen. */
export function litFor(kind: string, lit: ReadonlySet<string>): ReadonlySet<string> {
  const of = KINDS.find(([name]) => name === kind)?.[2];
  return of ? new Set([...lit].filter((id) => of.test(id))) : lit;
}
