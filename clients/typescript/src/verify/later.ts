/** What checks records, loaded when the first one is checked: a page that plays checks none. */
import type { Podesta } from "../podesta.js";
import type { Signatures, Signed, SignedHead } from "./signatures.js";
import type { Known, Verified } from "./verify.js";

/**
 * Check a record: every byte by its chain of hashes, the seed by the commitment, and the draws of `lots` by the seed.
 * Throws Tampered, naming the line. Whether answers were legal is for the rules to say: `podesta verify` asks them.
 */
export async function verify(record: Uint8Array | string, known: Known = {}): Promise<Verified> {
  return (await import("./verify.js")).verify(record, known);
}

/** How many heads of a game fit its record: all of them, or LogChanged is thrown; Tampered where it is no record. */
export async function fitting(
  game: string,
  record: Uint8Array | string,
  heads: ReadonlyMap<number, string>,
): Promise<number> {
  return (await import("./heads.js")).fitting(game, record, heads);
}

/** The heads of all revisions, from the first on, made from the record of an ended game. */
export async function headsOf(game: string, record: Uint8Array | string): Promise<string[]> {
  return (await import("./heads.js")).headsOf(game, record);
}

/** Hold a signed head against a public key (hex); throws BadSignature. Without WebCrypto's Ed25519 it is not `checked`. */
export async function checkSigned(signed: SignedHead, publicKey: string): Promise<Signed> {
  return (await import("./signatures.js")).checkSigned(signed, publicKey);
}

/** What the end of a record says was signed: the head before the last; nothing where it says nothing. */
export async function signedEnd(game: string, record: Uint8Array | string): Promise<SignedHead | undefined> {
  return (await import("./signatures.js")).signedEnd(game, record);
}

/**
 * The head of a revision, the newest if none is named, signed by the service: it proves to others what was told, whatever
 * is told later. It is kept in `signaturesOf`; throws BadSignature, KeyChanged, LogChanged. Where there is no Ed25519 it
 * is not `checked`.
 */
export async function signedHead(
  { transport }: Podesta,
  game: string,
  { token, at }: { readonly token?: string; readonly at?: number } = {},
): Promise<Signed> {
  return (await import("./signatures.js")).askSigned(transport, game, token, at);
}

/** What the service of a client has signed, and the keys that it has told. */
export async function signaturesOf({ transport }: Podesta): Promise<Signatures> {
  return (await import("./signatures.js")).signaturesOf(transport);
}
