/** The games that wait for this browser's seats, as far as known; their number is shown in titles and on the badge. */
class Turns {
  #games = $state.raw<ReadonlySet<string>>(new Set());

  has(game: string): boolean {
    return this.#games.has(game);
  }

  /** Adds the number of these games to a title. */
  titled(title: string): string {
    return this.#games.size ? `(${this.#games.size}) ${title}` : title;
  }

  /** Replaces the list. */
  know(games: Iterable<string>): void {
    this.#games = new Set(games);
    // an installed page shows the number on its icon; a browser may forbid that, but the title has it too
    const { size } = this.#games;
    void (size ? navigator.setAppBadge?.(size) : navigator.clearAppBadge?.())?.catch(() => {});
  }

  /** Adds a game to the list, or removes it. */
  note(game: string, asked: boolean): void {
    if (asked === this.has(game)) return;
    const others = [...this.#games].filter((each) => each !== game);
    this.know(asked ? [...others, game] : others);
  }
}

export const turns = new Turns();
