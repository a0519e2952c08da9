import { type Tampered, type Verified, verify } from "@podesta/client";
import { seatOf } from "../store/seating/seats";
import { podesta } from "../store/service";

/** The outcome of checking a record. */
export type Verdict =
  | { readonly sound: true; readonly found: Verified; readonly shownBefore: boolean }
  | { readonly sound: false; readonly line: number; readonly why: string };

/** Checks a record in this browser, with its own hashing or, over plain HTTP, that of a small library. */
export async function judge(game: string, record: Uint8Array): Promise<Verdict> {
  const shown = seatOf(game)?.commitment;
  try {
    const found = await verify(record, shown ? { commitment: shown } : {});
    return { sound: true, found, shownBefore: !!shown };
  } catch (error) {
    const { line, why } = error as Tampered;
    if (line === undefined) throw error;
    return { sound: false, line, why };
  }
}

/** Saves the record of a game as a file. */
export async function download(game: string): Promise<void> {
  const record = await podesta.record(game);
  const address = URL.createObjectURL(new Blob([record as Uint8Array<ArrayBuffer>], { type: "application/jsonl" }));
  Object.assign(document.createElement("a"), { href: address, download: `podesta-${game}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
