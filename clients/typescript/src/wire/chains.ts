import { type Hashing, hashing, hex, unhex } from "../verify/hashing.js";
import { parts } from "../verify/lottery.js";
import type { Problem } from "./problem.js";

const LINKS = 1024;
const NAME = "podesta chain ";

/** This client lacks the chain that the service refers to: another device has it, or the service is dishonest. */
export class ChainLost extends Error {
  override readonly name: string = "chain-lost";
}

/** Derive a share, in hexadecimal, from a secret and a name, such as a game's. */
export async function shareOf(hashes: Hashing, secret: Uint8Array, name: string): Promise<string> {
  return hex(await hashes.sha256(parts("podesta share 1", secret, name)));
}

/** Return the links of a chain, from anchor to share; each is the SHA-256 of the next. */
export async function linksOf(hashes: Hashing, share: string): Promise<string[]> {
  const links = [unhex(share) ?? new Uint8Array()];
  while (links.length <= LINKS) links.push(await hashes.sha256(links.at(-1) as Uint8Array));
  return links.map(hex).reverse();
}

/** The body of a call that takes seats or answers. */
export type Body = { readonly [member: string]: unknown };
interface Plan extends Body {
  readonly claim?: boolean;
  readonly anchor?: string;
}

/**
 * The chains of this client's seats, by token: their contributions to the draws of shared games, secret until used.
 * With a storage, they survive the page.
 */
export class Chains {
  readonly #hashing = hashing();
  readonly #links = new Map<string, string[]>();
  readonly #made = new Map<string, string[]>();
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;

  constructor(storage?: Pick<Storage, "getItem" | "setItem">) {
    this.#storage = storage;
  }

  /** Begin a random chain, and return its anchor. */
  async anchor(): Promise<string> {
    const hashes = await this.#hashing;
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const links = await linksOf(hashes, await shareOf(hashes, secret, ""));
    this.#made.set(links[0] as string, links);
    return links[0] as string;
  }

  /** Return what to store with a token in order to play its seat elsewhere; undefined if it has no chain. */
  async share(token: string): Promise<string | undefined> {
    return (await this.#of(token))?.at(-1);
  }

  /** Restore the chain of a seat from the share stored with its token. */
  async restore(token: string, share: string): Promise<void> {
    this.#keep(token, await linksOf(await this.#hashing, share));
  }

  /** Return the first link of a seat's chain; undefined if it has none. */
  async first(token: string): Promise<string | undefined> {
    return (await this.#of(token))?.[1];
  }

  /** Return the link after a given one in a seat's chain; throws ChainLost. */
  async next(token: string, before: string): Promise<string> {
    const links = await this.#of(token);
    const link = links?.[links.indexOf(before) + 1];
    if (links?.includes(before) && link) return link;
    throw new ChainLost("the service names a link that is not in this seat's chain, or its last one");
  }

  /** Return a refused call's body with the link or anchor asked for; undefined if that is useless. Throws ChainLost. */
  async mended(problem: Problem, body: Body, token: string | undefined): Promise<Body | undefined> {
    if (problem.type === "/problems/bad-anchor") return this.#anchored(body);
    const link = problem.asked ? await this.next(token ?? "", problem.asked) : "";
    return link === (body.link ?? "") ? undefined : { ...body, link };
  }

  /** Store the chain of a seat taken with an anchor; without one, keep that of the token before it. */
  async learn(token: string, anchor: string | undefined, before?: string): Promise<void> {
    const links = this.#made.get(anchor ?? "") ?? (before ? await this.#of(before) : undefined);
    if (links) this.#keep(token, links);
  }

  async #anchored(body: Body): Promise<Body | undefined> {
    const seats = body.seats as readonly Plan[] | undefined;
    if (!seats) return body.anchor ? undefined : { ...body, anchor: await this.anchor() };
    const wanting = seats.some(({ claim, anchor }) => claim && !anchor);
    const plan = async (seat: Plan) => (seat.claim && !seat.anchor ? { ...seat, anchor: await this.anchor() } : seat);
    return wanting ? { ...body, seats: await Promise.all(seats.map(plan)) } : undefined;
  }

  #keep(token: string, links: string[]): void {
    this.#links.set(token, links);
    this.#storage?.setItem(NAME + ending(token), links.at(-1) as string);
  }

  async #of(token: string): Promise<string[] | undefined> {
    const kept = this.#links.has(token) ? null : this.#storage?.getItem(NAME + ending(token));
    if (kept) this.#links.set(token, await linksOf(await this.#hashing, kept));
    return this.#links.get(token);
  }
}

/** Return a token's signature, enough to distinguish it from others. */
function ending(token: string): string {
  return token.slice(-22);
}
