import { getContext, setContext } from "svelte";

/** The name of a seat. */
export type SeatNames = (seat: number) => string;

const NAMES = Symbol("names");

/** Let every card know what seats are called. */
export function setSeatNames(names: SeatNames): void {
  setContext(NAMES, names);
}

export function seatNames(): SeatNames {
  return getContext(NAMES);
}
