/** One of the things that are touched to give an answer: a zone or a piece of the board, or `!pass`. */
export interface Target {
  readonly id: string;
  /** As what it is touched, where a thing can be touched as several. */
  readonly role?: string;
  /** How often it is touched: an amount. */
  readonly times?: number;
}

/** An option, and what is touched to choose it; an option of a service that says nothing of it has no targets. */
export interface Targeted {
  readonly word: string;
  readonly targets?: readonly Target[];
}

/** What touches have left of a question's options. */
export interface Narrowed<O> {
  /** The options that have everything that was touched. */
  readonly left: readonly O[];
  /** The ids that can be touched next. */
  readonly lit: ReadonlySet<string>;
  /** The same, and where a thing is touched in a role, also the thing in that role: `ship.a as venice`. */
  readonly roles: ReadonlySet<string>;
  /** The only option left, if things were touched. */
  readonly one: O | undefined;
  /** The option that is touched wholly, while others go on from it: *That is all*. */
  readonly whole: O | undefined;
}

/** Whether an option is wanted. */
export type Only<O> = (option: O) => boolean;

type Counts = ReadonlyMap<string, number>;

/**
 * Options without those that lack something touched; the order of touches has no meaning. A lesson may want only some of
 * them: the others are neither left nor lit, but nothing is chosen sooner because of that.
 */
export function narrow<O extends Targeted>(
  options: readonly O[],
  touched: readonly Target[],
  only: Only<O> = () => true,
): Narrowed<O> {
  const have = counted(touched);
  const all = options.filter((option) => covers(counted(option.targets ?? []), have));
  const left = all.filter(only);
  const wanted = left.flatMap((option) => missing(option, have));
  const whole = touched.length ? left.find((option) => missing(option, have).length === 0) : undefined;
  const one = touched.length && all.length === 1 ? left[0] : undefined;
  const lit = new Set(wanted.map(({ id }) => id));
  return { left, lit, roles: new Set([...lit, ...wanted.map(named)]), one, whole: one ? undefined : whole };
}

/**
 * A touch of a thing as a target: in the role that is named, as in `ship.a as venice`, else in the first one in which an
 * option that is left still wants it. Nothing if none does.
 */
export function touch<O extends Targeted>(
  options: readonly O[],
  touched: readonly Target[],
  id: string,
  only?: Only<O>,
): Target | undefined {
  const have = counted(touched);
  const { left } = narrow(options, touched, only);
  return left.flatMap((option) => missing(option, have)).find((target) => target.id === id || named(target) === id);
}

/** What an option wants beyond what was touched, each thing once. */
function missing(option: Targeted, have: Counts): Target[] {
  return (option.targets ?? [])
    .filter((target) => (target.times ?? 1) > (have.get(named(target)) ?? 0))
    .map(({ id, role }) => (role ? { id, role } : { id }));
}

function counted(targets: readonly Target[]): Counts {
  const counts = new Map<string, number>();
  for (const target of targets) counts.set(named(target), (counts.get(named(target)) ?? 0) + (target.times ?? 1));
  return counts;
}

function covers(all: Counts, some: Counts): boolean {
  return [...some].every(([each, times]) => (all.get(each) ?? 0) >= times);
}

/** A thing in its role. */
export function named({ id, role }: Target): string {
  return role ? `${id} as ${role}` : id;
}
