import { keep } from "../seating/keeping";
import { asKept, type Kept, seatOf } from "../seating/seats";
import { read, storage, write } from "../storage.svelte";

/** The key prefix of other seats that were played here before. */
const OTHER = "podesta other seat ";

/** The number of the seat that a token or a ticket opens, as stated inside it. */
export function seatIn(token: string | undefined): number | undefined {
  const { seat } = saidBy(token);
  return typeof seat === "number" ? seat : undefined;
}

/** The decoded content of a token or a ticket, unverified. */
export function saidBy(token: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(atob((token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""));
  } catch {
    return {};
  }
}

/** Every other seat played here before this browser switched to the one it plays now. */
export function otherSeats(): [string, Kept][] {
  const names = storage.names().filter((name) => name.startsWith(OTHER));
  return names.flatMap((name): [string, Kept][] => {
    const [kept, game = ""] = [read(name, asKept), name.slice(OTHER.length).split(" ")[0]];
    return kept && seatIn(kept.token) !== seatIn(seatOf(game)?.token) ? [[game, kept]] : [];
  });
}

/** Returns another seat of a game, if there is one. */
export function otherSeat(game: string): Kept | undefined {
  return otherSeats().find(([of]) => of === game)?.[1];
}

/** Forgets another seat of a game, which is now played elsewhere. */
export function forgetOther(game: string, { token }: Kept): void {
  storage.removeItem(`${OTHER}${game} ${seatIn(token)}`);
}

/** Switches to a seat of a game. The one played here before is kept, if it is another. */
export function changeSeat(game: string, to: Kept): void {
  const before = seatOf(game);
  if (before?.token && seatIn(before.token) !== seatIn(to.token))
    write(`${OTHER}${game} ${seatIn(before.token)}`, before);
  keep(game, to);
}
