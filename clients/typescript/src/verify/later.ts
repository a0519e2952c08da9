/** The checks of records, loaded on first use: a page for playing does not need them. */
import type { Podesta } from "../podesta.js";
import type { Signatures, Signed, SignedHead } from "./signatures.js";
import type { Known, Verified } from "./verify.js";

/**
 * Check a record: every byte against the chain of hashes, the seed against the commitment, and the draws of `lots`
 * against the seed. Throws Tampered, which names the line. Only the rules can say whether answers were legal: use
 * `podesta verify`.
 */
export async function verify(record: Uint8Array | string, known: Known = {}): Promise<Verified> {
  return (await import("./verify.js")).verify(record, known);
}

/**
 * Check heads against the record of their game, and return their number. Throws LogChanged if one does not fit, and
 * Tampered if the record is invalid.
 */
export async function fitting(
  game: string,
  record: Uint8Array | string,
  heads: ReadonlyMap<number, string>,
): Promise<number> {
  return (await import("./heads.js")).fitting(game, record, heads);
}

/** Compute the heads of all revisions, starting with the first, from the record of an ended game. */
export async function headsOf(game: string, record: Uint8Array | string): Promise<string[]> {
  return (await import("./heads.js")).headsOf(game, record);
}

/** Check a signed head against a public key (hex); throws BadSignature. Without Ed25519, `checked` is false. */
export async function checkSigned(signed: SignedHead, publicKey: string): Promise<Signed> {
  return (await import("./signatures.js")).checkSigned(signed, publicKey);
}

/** Return the signed head at the end of a record, that of the last revision but one; undefined if it is not signed. */
export async function signedEnd(game: string, record: Uint8Array | string): Promise<SignedHead | undefined> {
  return (await import("./signatures.js")).signedEnd(game, record);
}

/**
 * Request the head of a revision, by default the newest, signed by the service: a proof for others of what the service
 * sent, whatever it sends later. It is stored in `signaturesOf`. Throws BadSignature, KeyChanged and LogChanged.
 * Without Ed25519 in WebCrypto, `checked` is false.
 */
export async function signedHead(
  { transport }: Podesta,
  game: string,
  { token, at }: { readonly token?: string; readonly at?: number } = {},
): Promise<Signed> {
  return (await import("./signatures.js")).askSigned(transport, game, token, at);
}

/** Return the heads that a client's service has signed, and the public keys that it has sent. */
export async function signaturesOf({ transport }: Podesta): Promise<Signatures> {
  return (await import("./signatures.js")).signaturesOf(transport);
}
