/** What stands on the boxes: about how many minutes a game takes, and how much there is to think about. */
export interface Facts {
  readonly minutes: number;
  readonly weight: "light" | "medium" | "heavy";
}

export const FACTS: Readonly<Record<string, Facts>> = {
  colonia: { minutes: 100, weight: "heavy" },
  "golden-horn": { minutes: 45, weight: "light" },
  "notre-dame": { minutes: 75, weight: "medium" },
  "pillars-of-the-earth": { minutes: 100, weight: "medium" },
  troyes: { minutes: 90, weight: "heavy" },
};
