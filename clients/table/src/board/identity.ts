/** A piece in a zone; the pieces of a group are alike. */
export interface Lying {
  readonly group: string;
  readonly zone: string;
}

/** A piece with a key that is stable across views, the `index`th of its group in its zone. */
export type Placed<P extends Lying> = P & { readonly key: string; readonly index: number };

/**
 * Assigns keys to pieces, so that a moved piece keeps its key. Views only count equal pieces: those in a zone where the
 * group was before keep their keys, and the others take the keys of pieces that are missing elsewhere.
 */
export function identified<P extends Lying>(before: readonly Placed<P>[], now: readonly P[]): Placed<P>[] {
  const free = new Map<string, Placed<P>[]>();
  for (const piece of before) free.set(piece.group, [...(free.get(piece.group) ?? []), piece]);
  const stayed = now.map((piece) => taken(free.get(piece.group), ({ zone }) => zone === piece.zone));
  const used = new Set(before.map(({ key }) => key));
  const keys = now.map(({ group }, at) => stayed[at] ?? taken(free.get(group), () => true) ?? unused(group, used));
  const counts = new Map<string, number>();
  const placed = now.map((piece, at) => ({
    ...piece,
    key: keys[at] ?? "",
    index: next(counts, `${piece.group} ${piece.zone}`),
  }));
  return placed.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Takes the key of the first free piece that fits. */
function taken<P extends Lying>(free: Placed<P>[] | undefined, fits: (piece: P) => boolean): string | undefined {
  const at = free?.findIndex(fits) ?? -1;
  return at < 0 ? undefined : free?.splice(at, 1)[0]?.key;
}

function unused(group: string, used: Set<string>): string {
  let number = 0;
  while (used.has(`${group}#${number}`)) number++;
  used.add(`${group}#${number}`);
  return `${group}#${number}`;
}

function next(counts: Map<string, number>, name: string): number {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count;
}

/** Returns a function that assigns keys to the pieces of successive views. */
export function identifying<P extends Lying>(): (now: readonly P[]) => Placed<P>[] {
  let before: Placed<P>[] = [];
  return (now) => {
    before = identified(before, now);
    return before;
  };
}
