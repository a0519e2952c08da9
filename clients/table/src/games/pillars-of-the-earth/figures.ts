import type { Words } from "../../store/words";

type Counts = Readonly<Record<string, number>>;

/** What a craftsman takes and gives each time that he works. */
export interface Craft {
  readonly id: string;
  readonly cost: number;
  readonly needs: Counts;
  /** What must be there, and is not spent. */
  readonly holds: Counts;
  readonly gives: Counts;
  readonly capacity?: number;
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
  readonly events: readonly { readonly id: string; readonly sign: string }[];
  readonly conditions: { readonly sell_stone: string; readonly buy_wood: string };
  readonly market: { readonly buy: Counts; readonly sell: Counts };
  readonly spaces: readonly { readonly id: string; readonly gives: Counts; readonly figure: number }[];
}

/** The figures of an edition, as the catalogue has them. */
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

  /** What a craftsman is called without his round. */
  title(id: string): string {
    return this.#words.label("title", id.replace(/^(r\d|start)_/, ""));
  }

  gives(space: string): Counts {
    return this.tables.spaces.find(({ id }) => id === space)?.gives ?? {};
  }

  sign(event: string): string {
    return this.tables.events.find(({ id }) => id === event)?.sign ?? "";
  }
}
