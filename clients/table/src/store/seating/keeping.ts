import { asText, read, storage, write } from "../storage.svelte";
import { type Kept, SEAT, seatOf, seats } from "./seats";

const CLAIM = "podesta claim ";
/** The maximum number of ended games remembered; the oldest are forgotten first. */
const LONGEST = 60;

/** Stores a seat, and returns whether that survives the page. Forgets the oldest of too many ended games. */
export function keep(game: string, kept: Kept): boolean {
  const lasting = write(SEAT + game, kept);
  const over = seats().filter(([, each]) => each.over);
  for (const [old] of over.slice(LONGEST)) storage.removeItem(SEAT + old);
  return lasting;
}

/** The command that claims a seat, as id and name; undefined if it cannot be stored, since the seat would be lost. */
export function claimOf(game: string, fresh: string): string | undefined {
  const known = read(CLAIM + game, asText);
  return known ?? (write(CLAIM + game, fresh) ? fresh : undefined);
}

/** Removes the command after the seat was taken or the claim was refused. */
export function claimed(game: string): void {
  storage.removeItem(CLAIM + game);
}

/** Updates the stored seat of a game, read again because an earlier copy may be of another seat or out of date. */
export function note(game: string, more: Partial<Kept>): void {
  const kept = seatOf(game);
  if (kept) keep(game, { ...kept, ...more });
}

/** Records whether a game has ended, and so may be forgotten when there are many; it may be reinstated. */
export function markOver(game: string, over = true): void {
  if ((seatOf(game)?.over ?? false) !== over) note(game, { over });
}

/** Forgets a seat that is played elsewhere or no longer needed. */
export function forget(game: string): void {
  storage.removeItem(SEAT + game);
}

/** The progress stored with the first game of a ruleset in this browser: the guide, as if the lesson were done. */
export function guided(ruleset: string, game: string): Pick<Kept, "lesson"> {
  const known = seats().some(([id, kept]) => id !== game && kept.ruleset === ruleset);
  return known ? {} : { lesson: { at: Number.MAX_SAFE_INTEGER, read: [] } };
}
