import type { Game } from "@podesta/client";
import type { Invitation } from "../store/seating/seats";

/** What a link to a game brings along behind `#`, which browsers send to nobody. */
export type Brought =
  | { readonly kind: "invitation"; readonly invitations: readonly Invitation[] }
  | { readonly kind: "tickets"; readonly packed: string }
  | { readonly kind: "ticket"; readonly ticket: string; readonly share: string | undefined };

const PARTS = ["ticket", "share", "tickets"];

/** What a link brought along: it is taken out of the address before anything is asked of the service. */
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

/** The link to a moment of a game, for whoever may see it. */
export function momentLink(game: string, revision: number): string {
  return link(game, `?at=${revision}`);
}

/** The link of one invitation, or of several: who opens it may take any of their seats. */
export function invitationLink(game: string, invitations: readonly Invitation[]): string {
  const inside = new URLSearchParams();
  // those for a seat first: the numbers of seats belong to the first secrets
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

/** Of invitations, the one that opens a seat. */
export function invitationTo(
  { seat, invitation }: Game["seats"][number],
  all: readonly Invitation[] = [],
): Invitation | undefined {
  return invitation && all.find((each) => each.seat === (invitation === "game" ? null : seat));
}

/** The link with which a seat is brought to another device, and in a shared game what it adds to the draws. */
export function ticketLink(game: string, ticket: string, share?: string): string {
  return link(game, { ticket, ...(share ? { share } : {}) });
}

/** The link with which the seats of several games are brought to another device. */
export function ticketsLink(game: string, tickets: string): string {
  return link(game, { tickets });
}

/** The link to a game, with what follows its address. Every link that is given away is made here. */
function link(game: string, after: string | Record<string, string> | URLSearchParams): string {
  return `${origin}/play/${game}${typeof after === "string" ? after : `#${new URLSearchParams(after)}`}`;
}

/** The part of a link to a game that opens it in this page; nothing where a text is no such link. */
export function inOwnPage(text: string): string | undefined {
  const found = /\/play\/[a-z2-7]{21}(?:[?#]\S*)?/.exec(text.trim());
  return found?.[0];
}

/** The address that the service says others reach it under; empty where the page's own serves them, too. */
const named = document.querySelector<HTMLMetaElement>('meta[name="podesta-address"]')?.content;

/** What links to this table begin with. */
const origin: string = named || location.origin;

/** Whether an address is one that no other machine reaches. */
function onThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/** Whether links lead nowhere but to this very machine. */
export const stayHere: boolean = onThisMachine(origin);
