// What every program of this folder is given, and what it prints in the end.

declare const process: { env: Record<string, string | undefined> };

/** The address of a running service. */
export const address = process.env.PODESTA ?? "";

/** The game that every program opens. */
export const wanted = {
  ruleset: "golden-horn",
  options: { start_seat: 0 },
  seats: [
    { name: "Ada", claim: true },
    { name: "Bice", claim: true },
  ],
} as const;

/** The header that a seat's token goes in. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The headers of a command that was decided on a revision. */
export const command = (revision: number) => ({
  "If-Match": `"${revision}"`,
  "Idempotency-Key": crypto.randomUUID(),
});

/** What a compiler says no to where a case is left out. */
export function never(value: never): never {
  throw new Error(`unforeseen: ${JSON.stringify(value)}`);
}

/** Say how it went. */
export const report = (found: { kind: string; port: string; revision: number; ships: string[] }) =>
  console.log(JSON.stringify(found));
