import { newCommand } from "@podesta/client";
import { saidBy } from "../store/kept/others";
import { setPendingTicket } from "../store/kept/pending";
import { bringsAnother } from "../store/seating/handing";
import { type Kept, seats } from "../store/seating/seats";
import { podesta } from "../store/service";
import { ticketLink, ticketsLink } from "./links";

/** A link that is good once, and until when. */
export interface Made {
  readonly address: string;
  readonly until: string;
}

/** Seats that one link takes along, at most. */
const MOST = 16;
/** Characters of a link's tickets that are unpacked, at most. */
const LONGEST = 20_000;

/** The seats that a link takes along: those of games that go on, the newest first. */
export function movable(): [string, Kept][] {
  return seats()
    .filter(([, { token, over }]) => token && !over)
    .slice(0, MOST);
}

/** The link that brings one seat to another device. */
export async function seatLink(game: string, token: string, share: boolean): Promise<Made> {
  const { ticket, chain, until } = await ticketOf(game, token, share);
  return { address: ticketLink(game, ticket, chain), until };
}

/** The link that brings every seat there; seats that are played elsewhere by now are left out. */
export async function gamesLink(share: boolean): Promise<Made> {
  const asked = movable().map(([game, { token = "" }]) => ticketOf(game, token, share));
  const made = (await Promise.allSettled(asked)).flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const [first] = made;
  if (!first) throw await asked[0]?.catch((why: Error) => why);
  const lines = made.map(({ ticket, chain }) => [ticket, chain ?? ""].join(" ").trim());
  return { address: ticketsLink(first.game, await packed(lines.join("\n"))), until: first.until };
}

/**
 * Remember every ticket that a link brought, to be used one by one; another seat than the one that is played stays.
 * Whether it brought any.
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

/** A text, compressed, as it may stand in an address. */
async function packed(text: string): Promise<string> {
  const bytes = await through(new CompressionStream("deflate-raw"), new Blob([text])).arrayBuffer();
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Such a text again; empty where it is none. */
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
