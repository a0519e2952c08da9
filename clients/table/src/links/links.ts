/** What a link to a game brings along behind `#`, which browsers send to nobody. */
export type Brought =
  | { readonly kind: "invitation"; readonly secret: string; readonly seat: number | undefined }
  | { readonly kind: "tickets"; readonly packed: string }
  | { readonly kind: "ticket"; readonly ticket: string; readonly share: string | undefined };

const PARTS = ["invitation", "ticket", "seat", "share", "tickets"];

/** What a link brought along: it is taken out of the address before anything is asked of the service. */
export function brought(): Brought | undefined {
  const inside = new URLSearchParams(location.hash.slice(1));
  const [secret, ticket, seat, share, packed] = PARTS.map((name) => inside.get(name));
  if (!secret && !ticket && !packed) return undefined;
  history.replaceState(null, "", location.pathname);
  if (packed) return { kind: "tickets", packed };
  if (ticket) return { kind: "ticket", ticket, share: share ?? undefined };
  return { kind: "invitation", secret: secret ?? "", seat: seat ? Number(seat) : undefined };
}

/** The link to a moment of a game, for whoever may see it. */
export function momentLink(game: string, revision: number): string {
  return link(game, `?at=${revision}`);
}

/** The link of an invitation. */
export function invitationLink(game: string, secret: string, seat: number | null): string {
  return link(game, { invitation: secret, ...(seat === null ? {} : { seat: String(seat) }) });
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
function link(game: string, after: string | Record<string, string>): string {
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
