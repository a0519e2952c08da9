/** The games in which this browser's seats are asked, as far as it knows: their number is in titles and on the badge. */
class Turns {
  #games = $state.raw<ReadonlySet<string>>(new Set());

  has(game: string): boolean {
    return this.#games.has(game);
  }

  /** A title with the number of games in which one is asked. */
  titled(title: string): string {
    return this.#games.size ? `(${this.#games.size}) ${title}` : title;
  }

  /** These are all of them. */
  know(games: Iterable<string>): void {
    this.#games = new Set(games);
    // an installed page shows it on its icon; a browser may forbid that, and the title has it, too
    const { size } = this.#games;
    void (size ? navigator.setAppBadge?.(size) : navigator.clearAppBadge?.())?.catch(() => {});
  }

  /** One of them is asked, or no longer. */
  note(game: string, asked: boolean): void {
    if (asked === this.has(game)) return;
    const others = [...this.#games].filter((each) => each !== game);
    this.know(asked ? [...others, game] : others);
  }
}

export const turns = new Turns();
