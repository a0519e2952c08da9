import type { Game } from "@podesta/client";
import type { Invitation } from "../store/seating/seats";

/** What a link to a game carries after `#`, which browsers never send. */
export type Brought =
  | { readonly kind: "invitation"; readonly invitations: readonly Invitation[] }
  | { readonly kind: "tickets"; readonly packed: string }
  | { readonly kind: "ticket"; readonly ticket: string; readonly share: string | undefined };

const PARTS = ["ticket", "share", "tickets"];

/** Reads what a link carries, and removes it from the address before any request is sent. */
export function brought(): Brought | undefined {
  const inside = new URLSearchParams(location.hash.slice(1));
  const [secrets, seats] = [inside.getAll("invitation"), inside.getAll("seat")];
  const [ticket, share, packed] = PARTS.map((name) => inside.get(name));
  if (!secrets.length && !ticket && !packed) return undefined;
  history.replaceState(null, "", location.pathname);
  if (packed) return { kind: "tickets", packed };
  if (ticket) return { kind: "ticket", ticket, share: share ?? undefined };
  const invitations = secrets.map((secret, at) => ({ secret, seat: seats[at] ? Number(seats[at]) : null }));
  return { kind: "invitation", invitations };
}

/** The link to a moment of a game, for anyone who may see it. */
export function momentLink(game: string, revision: number): string {
  return link(game, `?at=${revision}`);
}

/** The link of one or more invitations, any of which can be used to take a seat. */
export function invitationLink(game: string, invitations: readonly Invitation[]): string {
  const inside = new URLSearchParams();
  // those with a seat first: seat numbers belong to the first secrets
  const [own, others] = [
    invitations.filter(({ seat }) => seat !== null),
    invitations.filter(({ seat }) => seat === null),
  ];
  for (const { secret, seat } of [...own, ...others]) {
    inside.append("invitation", secret);
    if (seat !== null) inside.append("seat", String(seat));
  }
  return link(game, inside);
}

/** The invitation that opens a seat. */
export function invitationTo(
  { seat, invitation }: Game["seats"][number],
  all: readonly Invitation[] = [],
): Invitation | undefined {
  return invitation && all.find((each) => each.seat === (invitation === "game" ? null : seat));
}

/** The link that brings a seat to another device, including its share of the chain in a shared game. */
export function ticketLink(game: string, ticket: string, share?: string): string {
  return link(game, { ticket, ...(share ? { share } : {}) });
}

/** The link that brings the seats of several games to another device. */
export function ticketsLink(game: string, tickets: string): string {
  return link(game, { tickets });
}

/** The link to a game, with a suffix. Every link that is handed out is made here. */
function link(game: string, after: string | Record<string, string> | URLSearchParams): string {
  return `${origin}/play/${game}${typeof after === "string" ? after : `#${new URLSearchParams(after)}`}`;
}

/** The path of a link to a game, to open it in this page; undefined if the text is not such a link. */
export function inOwnPage(text: string): string | undefined {
  const found = /\/play\/[a-z2-7]{21}(?:[?#]\S*)?/.exec(text.trim());
  return found?.[0];
}

/** The public address named by the service; empty if it is the page's own. */
const named = document.querySelector<HTMLMetaElement>('meta[name="podesta-address"]')?.content;

/** The origin of links to this table. */
const origin: string = named || location.origin;

/** Whether an address can only be reached from this machine. */
function onThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/** Whether links only work on this machine. */
export const stayHere: boolean = onThisMachine(origin);
