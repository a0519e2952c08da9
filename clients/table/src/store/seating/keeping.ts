import { asText, read, storage, write } from "../storage.svelte";
import { type Kept, SEAT, seatOf, seats } from "./seats";

const CLAIM = "podesta claim ";
/** Games that are over and still remembered, at most: the oldest go first. */
const LONGEST = 60;

/** Remember a seat, and whether that outlives the page; of too many games that are over, the oldest is forgotten. */
export function keep(game: string, kept: Kept): boolean {
  const lasting = write(SEAT + game, kept);
  const over = seats().filter(([, each]) => each.over);
  for (const [old] of over.slice(LONGEST)) storage.removeItem(SEAT + old);
  return lasting;
}

/** The command that takes a seat of a game: its id, and the name; nothing where none can be kept: the seat would be lost. */
export function claimOf(game: string, fresh: string): string | undefined {
  const known = read(CLAIM + game, asText);
  return known ?? (write(CLAIM + game, fresh) ? fresh : undefined);
}

/** The seat is taken, or the claim was refused. */
export function claimed(game: string): void {
  storage.removeItem(CLAIM + game);
}

/** Note something of the seat that is played now: what was read of it before may be of another, or out of date. */
export function note(game: string, more: Partial<Kept>): void {
  const kept = seatOf(game);
  if (kept) keep(game, { ...kept, ...more });
}

/** Note whether a game has ended: its seat may then be forgotten when there are many such. An operator may undo it. */
export function markOver(game: string, over = true): void {
  if ((seatOf(game)?.over ?? false) !== over) note(game, { over });
}

/** Forget a seat that is played elsewhere, or that nobody is asked of any more. */
export function forget(game: string): void {
  storage.removeItem(SEAT + game);
}

/** What the first game of a ruleset in this browser begins with: its guide, as if its lesson were done. */
export function guided(ruleset: string, game: string): Pick<Kept, "lesson"> {
  const known = seats().some(([id, kept]) => id !== game && kept.ruleset === ruleset);
  return known ? {} : { lesson: { at: Number.MAX_SAFE_INTEGER, read: [] } };
}
