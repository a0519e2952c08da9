/** Facts from the game's box: the approximate length in minutes, and the complexity. */
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
