import { type Hashing, hashing, hex, unhex } from "../verify/hashing.js";
import { parts } from "../verify/lottery.js";
import type { Problem } from "./problem.js";

const LINKS = 1024;
const NAME = "podesta chain ";

/** This client has not the chain that the service tells of: it is another device's, or the service lies. */
export class ChainLost extends Error {
  override readonly name: string = "chain-lost";
}

/** The share that follows from a secret and a name, such as that of a game, in hexadecimal. */
export async function shareOf(hashes: Hashing, secret: Uint8Array, name: string): Promise<string> {
  return hex(await hashes.sha256(parts("podesta share 1", secret, name)));
}

/** The links of a chain, its anchor first, its share last: each is the SHA-256 of the one after it. */
export async function linksOf(hashes: Hashing, share: string): Promise<string[]> {
  const links = [unhex(share) ?? new Uint8Array()];
  while (links.length <= LINKS) links.push(await hashes.sha256(links.at(-1) as Uint8Array));
  return links.map(hex).reverse();
}

/** What a call sends that takes seats, or answers. */
export type Body = { readonly [member: string]: unknown };
interface Plan extends Body {
  readonly claim?: boolean;
  readonly anchor?: string;
}

/**
 * The chains of this client's seats, by token: what they add to the draws of shared games, and nobody else knows
 * beforehand. With a storage they outlive the page.
 */
export class Chains {
  readonly #hashing = hashing();
  readonly #links = new Map<string, string[]>();
  readonly #made = new Map<string, string[]>();
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;

  constructor(storage?: Pick<Storage, "getItem" | "setItem">) {
    this.#storage = storage;
  }

  /** The anchor of a chain that is begun with chance. */
  async anchor(): Promise<string> {
    const hashes = await this.#hashing;
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const links = await linksOf(hashes, await shareOf(hashes, secret, ""));
    this.#made.set(links[0] as string, links);
    return links[0] as string;
  }

  /** What to keep beside a token, to play its seat on elsewhere; nothing where there is no chain. */
  async share(token: string): Promise<string | undefined> {
    return (await this.#of(token))?.at(-1);
  }

  /** Play a seat on with the share that was kept beside its token. */
  async restore(token: string, share: string): Promise<void> {
    this.#keep(token, await linksOf(await this.#hashing, share));
  }

  /** The first link of a seat's chain; nothing where there is no chain. */
  async first(token: string): Promise<string | undefined> {
    return (await this.#of(token))?.[1];
  }

  /** The link of a seat's chain that follows one that it has told; throws ChainLost. */
  async next(token: string, before: string): Promise<string> {
    const links = await this.#of(token);
    const link = links?.[links.indexOf(before) + 1];
    if (links?.includes(before) && link) return link;
    throw new ChainLost("the service names a link that is not in this seat's chain, or its last one");
  }

  /** A call's body with what its refusal asked for; nothing where it is not worth sending again. Throws ChainLost. */
  async mended(problem: Problem, body: Body, token: string | undefined): Promise<Body | undefined> {
    if (problem.type === "/problems/bad-anchor") return this.#anchored(body);
    const link = problem.asked ? await this.next(token ?? "", problem.asked) : "";
    return link === (body.link ?? "") ? undefined : { ...body, link };
  }

  /** Keep the chain of a seat that was taken with an anchor; without one, that of the token before it. */
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

/** A token's signature: enough to tell it from others. */
function ending(token: string): string {
  return token.slice(-22);
}
