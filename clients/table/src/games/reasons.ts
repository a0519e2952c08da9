import type { Game } from "@podesta/client";
import type { Words } from "../store/words";
import type { why as texts } from "../texts/more";
import { why as colonia } from "./colonia/why";
import { why as goldenHorn } from "./golden-horn/why";
import { why as notreDame } from "./notre-dame/why";
import { why as pillars } from "./pillars-of-the-earth/why";
import { why as troyes } from "./troyes/why";

/** A thing that a player points at while a seat is asked something; `kind` and `word` are the parts of its id. */
export class Pointed {
  readonly kind: string;
  readonly word: string;
  readonly asked: string;
  readonly seat: number;
  readonly words: Words;
  readonly said: typeof texts;
  /** The ids of everything that can be touched. */
  readonly open: ReadonlySet<string>;

  constructor(id: string, { kind, seat, options }: Game["questions"][number], words: Words, said: typeof texts) {
    const [first = "", ...rest] = id.split(".");
    [this.kind, this.word, this.asked, this.seat] = [first, rest.join("."), kind, seat];
    [this.words, this.said] = [words, said];
    this.open = new Set(options.flatMap(({ targets }) => targets.map((target) => target.id)));
  }

  /** Says that there is less than needed; undefined if there is enough. */
  short(need: number | undefined, have: number, what: string): string | undefined {
    return need !== undefined && have < need ? this.said.short({ need, have, what }) : undefined;
  }

  /** Names the first of several things that is short. */
  lacking(needs: readonly (readonly [what: string, need: number, have: number])[]): string | undefined {
    const missing = needs.find(([, need, have]) => have < need);
    return missing && this.short(missing[1], missing[2], missing[0]);
  }

  /** Says who has taken it; undefined if it is still free. */
  taken(seat: number | null | undefined): string | undefined {
    if (seat === null || seat === undefined) return undefined;
    return seat === this.seat ? this.said.yours : this.said.taken({ name: this.words.seat(seat) });
  }

  /** The tables of an edition, from the catalogue. */
  tables<T>(edition: string): Partial<T> {
    return (this.words.catalogue.editions.find((each) => each.edition === edition)?.tables ?? {}) as Partial<T>;
  }
}

const OWN: Readonly<Record<string, (view: never, pointed: Pointed) => string | undefined>> = {
  colonia,
  "golden-horn": goldenHorn,
  "notre-dame": notreDame,
  "pillars-of-the-earth": pillars,
  troyes,
};

/** Explains why a thing cannot be touched, as far as the view shows the reason; advisory only. */
export function reasonOf(game: Game, id: string, words: Words, said: typeof texts): string | undefined {
  const [question] = game.questions;
  return question && OWN[game.ruleset]?.(game.view as never, new Pointed(id, question, words, said));
}
