import { newCommand } from "@podesta/client";
import { saidBy } from "../store/kept/others";
import { setPendingTicket } from "../store/kept/pending";
import { bringsAnother } from "../store/seating/handing";
import { type Kept, seats } from "../store/seating/seats";
import { podesta } from "../store/service";
import { ticketLink, ticketsLink } from "./links";

/** A link that works once, and its expiry. */
export interface Made {
  readonly address: string;
  readonly until: string;
}

/** The maximum number of seats in one link. */
const MOST = 16;
/** The maximum length, in characters, of the tickets of a link. */
const LONGEST = 20_000;

/** The seats that a link takes along: those of running games, newest first. */
export function movable(): [string, Kept][] {
  return seats()
    .filter(([, { token, over }]) => token && !over)
    .slice(0, MOST);
}

/** Makes the link that brings one seat to another device. */
export async function seatLink(game: string, token: string, share: boolean): Promise<Made> {
  const { ticket, chain, until } = await ticketOf(game, token, share);
  return { address: ticketLink(game, ticket, chain), until };
}

/** Makes the link that brings every seat there, except those now played elsewhere. */
export async function gamesLink(share: boolean): Promise<Made> {
  const asked = movable().map(([game, { token = "" }]) => ticketOf(game, token, share));
  const made = (await Promise.allSettled(asked)).flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const [first] = made;
  if (!first) throw await asked[0]?.catch((why: Error) => why);
  const lines = made.map(({ ticket, chain }) => [ticket, chain ?? ""].join(" ").trim());
  return { address: ticketsLink(first.game, await packed(lines.join("\n"))), until: first.until };
}

/**
 * Stores every ticket that a link brought, to be used one by one, but none for another seat than the one played here.
 * Returns whether it brought any.
 */
export async function bring(tickets: string): Promise<boolean> {
  const found = (await unpacked(tickets)).split("\n").map((line) => line.split(" "));
  const seats = found.slice(0, MOST).map(([ticket = "", share]) => ({ game: saidBy(ticket).game, ticket, share }));
  const good = seats.filter((each): each is typeof each & { game: string } => typeof each.game === "string");
  for (const { game, ticket, share } of good)
    if (!bringsAnother(game, ticket)) setPendingTicket(game, { ticket, id: newCommand(), share });
  return good.length > 0;
}

async function ticketOf(game: string, token: string, share: boolean) {
  const chain = await (await podesta.chains).share(token);
  const { ticket, expires_at: until } = await podesta.issueTicket(game, token, { share });
  return { game, ticket, chain, until };
}

/** Compresses a text for use in an address. */
async function packed(text: string): Promise<string> {
  const bytes = await through(new CompressionStream("deflate-raw"), new Blob([text])).arrayBuffer();
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decompresses such a text; empty if it is invalid. */
async function unpacked(address: string): Promise<string> {
  try {
    const plain = atob(address.slice(0, LONGEST).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(plain, (each) => each.charCodeAt(0));
    return await through(new DecompressionStream("deflate-raw"), new Blob([bytes])).text();
  } catch {
    return "";
  }
}

function through(stream: CompressionStream | DecompressionStream, blob: Blob): Response {
  return new Response(blob.stream().pipeThrough(stream));
}
