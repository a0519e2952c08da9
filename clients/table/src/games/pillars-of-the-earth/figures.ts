import type { Words } from "../../store/words";
import { SYMBOLS } from "./symbols";

type Counts = Readonly<Record<string, number>>;

/** What a craftsman takes and yields each time he works. */
export interface Craft {
  readonly id: string;
  readonly cost: number;
  readonly needs: Counts;
  /** What must be available, but is not spent. */
  readonly holds: Counts;
  readonly gives: Counts;
  readonly capacity?: number;
}

/** A privilege or an event: its yield, or the single figure in its text. */
interface Card {
  readonly id: string;
  readonly sign?: string;
  readonly kind?: string;
  readonly gives?: Counts;
  readonly figure?: number;
}

interface ResourceCard {
  readonly id: string;
  readonly resource: string;
  readonly cubes: number;
  readonly workers: number;
}

interface Tables {
  readonly craftsmen: readonly Craft[];
  readonly resource_cards: readonly ResourceCard[];
  readonly events: readonly Card[];
  readonly privileges: readonly Card[];
  readonly conditions: { readonly sell_stone: string; readonly buy_wood: string };
  readonly market: { readonly buy: Counts; readonly sell: Counts };
  readonly spaces: readonly { readonly id: string; readonly gives: Counts; readonly figure: number }[];
}

/** Counted things as they are drawn: a number, omitted if it is 1 unless `always` is set, and a symbol. */
export function several(counts: Counts, always = false, plus = ""): string[] {
  return Object.entries(counts).flatMap(([thing, count]) => [
    ...(count > 1 || always ? [`${plus}${count}`] : []),
    thing,
  ]);
}

/** The positions of words and symbols in a line, and its width. */
export function placed(parts: readonly string[]): Signs {
  let width = 0;
  const all = parts.map((part) => {
    const [at, thing] = [width, part in SYMBOLS];
    width += thing ? 18 : part.length * 7.5 + (part === "→" ? 5 : 2);
    return { part, at, thing };
  });
  return { all, width };
}

interface Signs {
  readonly all: readonly { readonly part: string; readonly at: number; readonly thing: boolean }[];
  readonly width: number;
}

/** What cards without a yield do, in symbols; `#` is their figure. */
const GISTS: Readonly<Record<string, string>> = {
  ev_prior_wool: "worker → +1 gold ≤#",
  ev_volunteers: "card +# cube",
  ev_archbishop: "hammer +#",
  ev_william: "−# gold",
  ev_conflict: "−# points",
  ev_town_wall: "builder ≤#",
  ev_cold_winter: "card −# cube",
  ev_collapse: "−1 hammer",
  pv_prior_philip: "builder +# points",
  pv_francis: "die =# gold",
  pv_ellen: "eye card",
  pv_jack_builder: "hammer ≤#",
  pv_otto: "+# worker",
  pv_tax_exemption: "die =0",
  pv_thomas: "shield",
  pv_remigius: "builder =0 gold",
};

/** The figures of an edition, from the catalogue. */
export class Figures {
  readonly tables: Tables;
  readonly #words: Words;

  constructor(words: Words, edition: string) {
    const { editions } = words.catalogue;
    this.tables = (editions.find((each) => each.edition === edition) ?? editions[0])?.tables as unknown as Tables;
    this.#words = words;
  }

  craft(id: string): Craft | undefined {
    return this.tables.craftsmen.find((each) => each.id === id);
  }

  /** A craftsman's title without his round. */
  title(id: string): string {
    return this.#words.label("title", id.replace(/^(r\d|start)_/, ""));
  }

  gives(space: string): Counts {
    return this.tables.spaces.find(({ id }) => id === space)?.gives ?? {};
  }

  sign(event: string): string {
    return this.tables.events.find(({ id }) => id === event)?.sign ?? "";
  }

  /** What a privilege or an event does, in symbols: every round, once, or immediately. */
  gist(card: string): string[] {
    const { events, privileges } = this.tables;
    const { kind, gives = {}, figure } = [...events, ...privileges].find(({ id }) => id === card) ?? {};
    const said = GISTS[card]?.replace("#", `${figure || gives.points}`).split(" ") ?? several(gives, true, "+");
    return [...said, ...(kind === "once" ? [" ×1"] : []), ...(kind === "permanent" ? ["again"] : [])];
  }
}
