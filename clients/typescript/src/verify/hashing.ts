/** The hash functions that records are checked with. */
export interface Hashing {
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  /** HMAC-SHA-256. */
  hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Return the browser's own hashing; where that is missing, as over `http://` on a LAN, a small library's. */
export async function hashing(subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null): Promise<Hashing> {
  return subtle ? native(subtle) : await library();
}

function native(subtle: SubtleCrypto): Hashing {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes as Bytes)),
    hmac: async (key, message) => {
      const imported = await subtle.importKey("raw", key as Bytes, algorithm, false, ["sign"]);
      return new Uint8Array(await subtle.sign(algorithm, imported, message as Bytes));
    },
  };
}

async function library(): Promise<Hashing> {
  const [{ sha256 }, { hmac }] = await Promise.all([import("@noble/hashes/sha2.js"), import("@noble/hashes/hmac.js")]);
  return {
    sha256: async (bytes) => sha256(bytes),
    hmac: async (key, message) => hmac(sha256, key, message),
  };
}

/** Encode a text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Concatenate bytes. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Encode bytes in hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Decode a hexadecimal text; returns undefined if it is invalid. */
export function unhex(text: string): Uint8Array | undefined {
  if (text.length % 2 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
