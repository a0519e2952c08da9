import type { Transport } from "../wire/transport.js";
import { hashing, unhex } from "./hashing.js";
import { headsOf, long } from "./heads.js";
import { parts } from "./lottery.js";
import { bytesOf, lines } from "./record.js";

/** A signature does not match: the head, the game or the key is a different one. */
export class BadSignature extends Error {
  override readonly name: string = "bad-signature";
  readonly of: SignedHead;

  constructor(of: SignedHead) {
    super(`game ${of.game}, revision ${of.revision}: the head is not what key ${of.key} has signed`);
    this.of = of;
  }
}

/** The service has sent another public key for an id than before. */
export class KeyChanged extends Error {
  override readonly name: string = "key-changed";
  readonly key: string;

  constructor(key: string) {
    super(`the signing key ${key} was another before`);
    this.key = key;
  }
}

/** The head of a revision, signed by the service (Ed25519): a proof for others of what the service sent. */
export interface SignedHead {
  readonly game: string;
  readonly revision: number;
  /** In hex, like the signature. */
  readonly head: string;
  /** The id of the signing key. */
  readonly key: string;
  readonly signature: string;
}

/** A signed head that was checked against a public key, unless the key is unknown or this browser has no Ed25519. */
export interface Signed extends SignedHead {
  /** In hex; empty if the service does not publish this key. */
  readonly publicKey: string;
  readonly checked: boolean;
}

/** Check a signed head against a public key (hex); throws BadSignature. Without Ed25519, `checked` is false. */
export async function checkSigned(signed: SignedHead, publicKey: string): Promise<Signed> {
  const subtle = globalThis.crypto?.subtle;
  const [key, signature, head] = [publicKey, signed.signature, signed.head].map(unhex);
  if (key?.length !== 32 || signature?.length !== 64 || head?.length !== 32) throw new BadSignature(signed);
  const message = parts("podesta head 1", signed.game, long(signed.revision), head);
  const holds = await subtle
    ?.importKey("raw", key as Bytes, "Ed25519", false, ["verify"])
    .then((known) => subtle.verify("Ed25519", known, signature as Bytes, message as Bytes))
    .catch(unsupported);
  if (holds === false) throw new BadSignature(signed);
  return { ...signed, publicKey, checked: holds === true };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Return undefined if this browser has no Ed25519, or false if the key is invalid. */
function unsupported(error: Error): false | undefined {
  return error.name === "NotSupportedError" ? undefined : false;
}

/** Return the signed head at the end of a record, that of the last revision but one; undefined if it is not signed. */
export async function signedEnd(game: string, record: Uint8Array | string): Promise<SignedHead | undefined> {
  const end = (await lines(await hashing(), bytesOf(record))).at(-1)?.events.at(-1);
  if (!end?.signature) return undefined;
  const heads = await headsOf(game, record);
  const [revision, key, signature] = [heads.length - 1, String(end.key), String(end.signature)];
  return { game, revision, head: heads[revision - 1] ?? "", key, signature };
}

/** Check the signature at the end of a record, which must exist and be by one of some keys; throws BadSignature. */
export async function checkEnd(
  game: string,
  record: Uint8Array | string,
  keys: ReadonlyMap<string, string>,
): Promise<Signed> {
  const nothing = { game, revision: 0, head: "", key: [...keys.keys()].join(", "), signature: "" };
  const end = (await signedEnd(game, record)) ?? nothing;
  return checkSigned(end, keys.get(end.key) ?? "");
}

const MOST_GAMES = 256;

/** The public keys that a service has sent, and the heads that it has signed. */
export class Signatures {
  /** Public keys in hex by id. Set some beforehand to reject any others under these ids. */
  readonly keys = new Map<string, string>();
  readonly #signed = new Map<string, Signed[]>();

  /** Store a public key from the service; throws KeyChanged. */
  tell(key: string, publicKey: string): void {
    if ((this.keys.get(key) ?? publicKey) !== publicKey) throw new KeyChanged(key);
    this.keys.set(key, publicKey);
  }

  /** Store a signed head, and check it if its key is known; throws BadSignature. */
  async keep(told: SignedHead): Promise<Signed> {
    const key = this.keys.get(told.key);
    const signed = key ? await checkSigned(told, key) : { ...told, publicKey: "", checked: false };
    const known = this.#signed.get(told.game) ?? [];
    if (!known.some((each) => each.signature === told.signature)) known.push(signed);
    this.#signed.delete(told.game);
    this.#signed.set(told.game, known);
    if (this.#signed.size > MOST_GAMES) this.#signed.delete(this.#signed.keys().next().value as string);
    return signed;
  }

  /** The signed heads of a game. Two for one revision prove that the service has sent two different games. */
  of(game: string): readonly Signed[] {
    return [...(this.#signed.get(game) ?? [])];
  }
}

const known = new WeakMap<Transport, Signatures>();

/** Return what a client's service has signed. */
export function signaturesOf(transport: Transport): Signatures {
  const found = known.get(transport) ?? new Signatures();
  known.set(transport, found);
  return found;
}

/** Request the signed head of a revision, check it against the service's key and earlier heads, and store it. */
export async function askSigned(
  transport: Transport,
  game: string,
  token: string | undefined,
  at: number | undefined,
): Promise<Signed> {
  const told = await transport.json<SignedHead>({ path: `/v1/games/${game}/head`, query: { at }, token });
  return transport.heads.told(await keepSigned(transport, told));
}

/** Store a signed head; if its key is unknown, request the service's keys first. */
export async function keepSigned(transport: Transport, told: SignedHead): Promise<Signed> {
  const signatures = signaturesOf(transport);
  if (!signatures.keys.has(told.key)) {
    const { keys } = await transport.json<{ keys: { key: string; public_key: string }[] }>({
      path: "/v1/signing-keys",
    });
    for (const { key, public_key } of keys) signatures.tell(key, public_key);
  }
  return signatures.keep(told);
}
