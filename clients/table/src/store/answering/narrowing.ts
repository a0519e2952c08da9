/** A thing that is touched to give an answer: a zone or a piece of the board, or `!pass`. */
export interface Target {
  readonly id: string;
  /** The role in which it is touched, if a thing has several. */
  readonly role?: string;
  /** How often it is touched, for an amount. */
  readonly times?: number;
}

/** An option, and the things that are touched to choose it; a service that does not list them sends no targets. */
export interface Targeted {
  readonly word: string;
  readonly targets?: readonly Target[];
}

/** The options of a question that are left after some touches. */
export interface Narrowed<O> {
  /** The options that include everything touched. */
  readonly left: readonly O[];
  /** The ids that can be touched next. */
  readonly lit: ReadonlySet<string>;
  /** The same, with those that can be touched in a role also in that form: `ship.a as venice`. */
  readonly roles: ReadonlySet<string>;
  /** The only option left, if anything was touched. */
  readonly one: O | undefined;
  /** The option with all of its targets touched, while others need more: *That is all*. */
  readonly whole: O | undefined;
}

/** Whether an option is expected. */
export type Only<O> = (option: O) => boolean;

type Counts = ReadonlyMap<string, number>;

/**
 * Returns the options that include everything touched, in any order. A lesson may expect only some of them: the others
 * are neither left nor lit, but that does not make a choice unique.
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
 * Resolves a touch of a thing to a target: in the role named, as in `ship.a as venice`, else in the first role that a
 * remaining option still needs. Undefined if none does.
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

/** The targets that an option still needs, each thing once. */
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

/** The name of a thing in its role. */
export function named({ id, role }: Target): string {
  return role ? `${id} as ${role}` : id;
}
