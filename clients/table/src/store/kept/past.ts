import type { Game } from "@podesta/client";
import { asList, asText, membersOf, read, write } from "../storage.svelte";

/** A game of this browser that has ended, for the player's history. */
export interface Past {
  readonly game: string;
  readonly ruleset: string;
  /** When its end was seen, in ISO 8601. */
  readonly ended: string;
  readonly rank: number;
  readonly seats: number;
  readonly score: number;
  /** The other players: people by name, bots by level. */
  readonly against: readonly string[];
  readonly bots: boolean;
}

const PAST = "podesta history";
/** The maximum number of games remembered: about 100 kB of the browser's storage. */
const LONGEST = 500;

/** Every game remembered, newest first. */
export function history(): readonly Past[] {
  return read(PAST, (found) => asList(found).filter(isPast)) ?? [];
}

function isPast(found: unknown): found is Past {
  const { game, ruleset, ended, rank, seats, score, against } = membersOf(found);
  const texts = [game, ruleset, ended, ...asList(against)];
  return (
    Array.isArray(against) &&
    texts.every((each) => asText(each) !== undefined) &&
    [rank, seats, score].every(Number.isFinite)
  );
}

/** Stores how one of the player's games ended, once. */
export function remember({ game, ruleset, seat, seats, result }: Game): void {
  const own = result?.standings.find((each) => each.seat === seat);
  const known = history();
  if (!own || known.some((each) => each.game === game)) return;
  const others = seats.filter((each) => each.seat !== seat);
  const against = others.map(({ name, bot }) => (bot ? bot : (name ?? "")));
  const ended = new Date().toISOString();
  const bots = others.every(({ bot }) => bot);
  const entry = { game, ruleset, ended, rank: own.rank, seats: seats.length, score: own.score, against, bots };
  write(PAST, [entry, ...known].slice(0, LONGEST));
}
