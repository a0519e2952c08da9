import { keep } from "../seating/keeping";
import { asKept, type Kept, seatOf } from "../seating/seats";
import { read, storage, write } from "../storage.svelte";

/** Another seat of a game, which was played here before. */
const OTHER = "podesta other seat ";

/** The number of the seat that a token or a ticket opens, which it says itself. */
export function seatIn(token: string | undefined): number | undefined {
  const { seat } = saidBy(token);
  return typeof seat === "number" ? seat : undefined;
}

/** What a token or a ticket says of itself. */
export function saidBy(token: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(atob((token ?? "").split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""));
  } catch {
    return {};
  }
}

/** Every other seat that was played here, before this browser changed to the one of its game that it plays. */
export function otherSeats(): [string, Kept][] {
  const names = storage.names().filter((name) => name.startsWith(OTHER));
  return names.flatMap((name): [string, Kept][] => {
    const [kept, game = ""] = [read(name, asKept), name.slice(OTHER.length).split(" ")[0]];
    return kept && seatIn(kept.token) !== seatIn(seatOf(game)?.token) ? [[game, kept]] : [];
  });
}

/** Another seat of a game. */
export function otherSeat(game: string): Kept | undefined {
  return otherSeats().find(([of]) => of === game)?.[1];
}

/** Forget another seat of a game, which is played elsewhere by now. */
export function forgetOther(game: string, { token }: Kept): void {
  storage.removeItem(`${OTHER}${game} ${seatIn(token)}`);
}

/** Play a seat of a game from now on; the one that was played here stays kept, if it is another. */
export function changeSeat(game: string, to: Kept): void {
  const before = seatOf(game);
  if (before?.token && seatIn(before.token) !== seatIn(to.token))
    write(`${OTHER}${game} ${seatIn(before.token)}`, before);
  keep(game, to);
}
