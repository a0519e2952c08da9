import type { Game, SeatClaimed, SeatToken } from "../types.js";
import { Chains } from "./chains.js";
import type { Problem } from "./problem.js";
import type { Transport } from "./transport.js";

/** How often a call is sent with a corrected link or anchor. */
export const MOST_TRIES = 4;

/** The parts of a call's body that concern the chains of seats. */
export interface Sent {
  readonly anchor?: string;
  readonly seats?: readonly { readonly anchor?: string }[];
}

const known = new WeakMap<Transport, Chains>();

/** Return the chains from which a client's seats contribute to the draws of shared games. */
export function chainsOf(transport: Transport): Chains {
  const chains = known.get(transport) ?? new Chains(transport.settings.storage);
  known.set(transport, chains);
  return chains;
}

type Send<R> = (body: Sent) => Promise<R>;

/** Send a refused call again with the link or anchor asked for, until it succeeds; throws its last refusal. */
export async function again<R>(
  transport: Transport,
  why: unknown,
  body: object | undefined,
  token: string | undefined,
  send: Send<R>,
): Promise<R> {
  const chains = chainsOf(transport);
  let [refused, sent]: [unknown, Sent] = [why, { ...body }];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (!wants(refused)) break;
    const mended = await chains.mended(refused as Problem, { ...sent }, token);
    if (!mended) break;
    sent = mended;
    try {
      return await learned(transport, await send(sent), sent, token);
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

/** Whether a call was refused for its link or anchor. */
export function wants(why: unknown): boolean {
  return /^bad-(link|anchor)$/.test((why as Problem).name);
}

/** Send a call that takes over a seat: with the chain of a `share`, that of `token`, or a new one. */
export async function anew(
  transport: Transport,
  token: string,
  send: Send<SeatClaimed>,
  share?: string,
): Promise<SeatClaimed> {
  const chains = chainsOf(transport);
  const sent = { anchor: share || (await chains.share(token)) ? "" : await chains.anchor() };
  const taken = await learned(transport, await send(sent), sent, token);
  if (share && taken.token) await chains.restore(taken.token.token, share);
  return taken;
}

/** Store the chains of seats taken in a shared game, and send their first links if it waits for them. */
async function learned<R>(transport: Transport, answer: R, sent: Sent, token: string | undefined): Promise<R> {
  const { game, tokens, token: one } = answer as { game?: Game; tokens?: SeatToken[]; token?: SeatToken };
  if (!game?.shared) return answer;
  const [chains, issued] = [chainsOf(transport), [...(tokens ?? []), ...(one ? [one] : [])]];
  for (const each of issued) await chains.learn(each.token, sent.anchor || sent.seats?.[each.seat]?.anchor, token);
  if (game.status === "open" && game.seats.every(({ taken }) => taken))
    for (const each of issued) await tell(transport, game.game, each.token);
  return answer;
}

/** Send the first link of a seat's chain, if it is stored here. Sent again, it is refused and nothing changes. */
export async function tell(transport: Transport, game: string, token: string): Promise<void> {
  const link = await chainsOf(transport).first(token);
  if (!link) return;
  const headers = { "Idempotency-Key": link, "If-Match": '"1"', Prefer: "return=minimal" };
  const call = {
    method: "POST",
    path: `/v1/games/${game}/answers`,
    body: { answers: [], link },
    headers,
    token,
  } as const;
  await transport
    .send(call, async () => undefined)
    .catch((why) => {
      if (!wants(why)) throw why;
    });
}
