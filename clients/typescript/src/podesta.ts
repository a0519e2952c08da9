import { type Authorized, Calls } from "./calls.js";
import { Seat } from "./seat.js";
import type { Followed } from "./streams/cursor.js";
import { type Following, follow } from "./streams/stream.js";
import type * as T from "./types.js";
import { type Settings, Transport } from "./wire/transport.js";

/** A game just opened, and the seats that were claimed with it. */
export type Opened = T.GameOpened & { seats: Seat[] };
/** A seat just taken; none where a bot took it. */
export type Claimed = T.SeatClaimed & { seat: Seat | undefined };

/** A client of one service, in one language. */
export class Podesta extends Calls {
  /** A seat by its game and token, as they were kept. */
  seat(game: string, token: string): Seat {
    return new Seat(this, game, token);
  }

  override async create(wish: T.NewGame, how?: Authorized): Promise<Opened> {
    return this.#opened(await super.create(wish, how));
  }

  override async fork(game: string, wish: T.NewFork, how?: Authorized): Promise<Opened> {
    return this.#opened(await super.fork(game, wish, how));
  }

  override async claim(game: string, wish?: T.SeatClaim, how?: Authorized): Promise<Claimed> {
    const claimed = await super.claim(game, wish, how);
    return { ...claimed, seat: claimed.token && this.seat(game, claimed.token.token) };
  }

  /** Everything that happens in a game until it has ended, over lost connections and restarts of the service. */
  watch(game: string, how: Following & Omit<Followed, "game"> = {}): AsyncGenerator<T.StreamEvent, void, undefined> {
    return this.watchAll([{ game, token: how.token, after: how.after }], how);
  }

  /** The same of up to 64 games on one connection; `data.game` says which one an event is about. */
  watchAll(games: readonly Followed[], how?: Following): AsyncGenerator<T.StreamEvent, void, undefined> {
    return follow(this.transport, games, how);
  }

  #opened(opened: T.GameOpened): Opened {
    return { ...opened, seats: opened.tokens.map(({ token }) => this.seat(opened.game.game, token)) };
  }
}

/** A client of the service at an address such as `https://podesta.example`. */
export function connect(url: string, settings: Settings = {}): Podesta {
  return new Podesta(new Transport(url, settings));
}
