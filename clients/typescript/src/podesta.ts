import { type Authorized, Calls, type Command, type Taking } from "./calls.js";
import { type Rematch, Seat } from "./seat.js";
import { Cursor, type Followed } from "./streams/cursor.js";
import type { Listening } from "./streams/line.js";
import { followLobby } from "./streams/lobby.js";
import { type Shared, SharedStream } from "./streams/shared.js";
import { type Following, follow } from "./streams/stream.js";
import type * as T from "./types.js";
import { type Settings, Transport } from "./wire/transport.js";

/** A newly opened game, and the seats claimed with it. */
export type Opened = T.GameOpened & { seats: Seat[] };
/** A newly taken seat. */
export type Claimed = T.SeatClaimed & { seat: Seat };
/** The result of a claim with `bot`: the bot holds the seat, so there is no token. */
export type BotSeated = T.SeatClaimed & { seat: undefined };

/** A client of one service, in one language. */
export class Podesta extends Calls {
  /** Return a seat from a stored game id and token. */
  seat(game: string, token: string): Seat {
    return new Seat(this, game, token);
  }

  override async create(wish: T.NewGame, how?: Authorized): Promise<Opened> {
    return this.#opened(await super.create(wish, how));
  }

  override async fork(game: string, wish: T.NewFork, how?: Authorized): Promise<Opened> {
    return this.#opened(await super.fork(game, wish, how));
  }

  override claim(game: string, wish: T.SeatClaim & { bot: string }, how?: Authorized): Promise<BotSeated>;
  override claim(game: string, wish?: T.SeatClaim & { bot?: undefined }, how?: Authorized): Promise<Claimed>;
  override claim(game: string, wish?: T.SeatClaim, how?: Authorized): Promise<Claimed | BotSeated>;
  override async claim(game: string, wish?: T.SeatClaim, how?: Authorized): Promise<Claimed | BotSeated> {
    return this.#claimed(game, await super.claim(game, wish, how));
  }

  override async reissue(game: string, seat: number, token: string, name?: string, how?: Command): Promise<Claimed> {
    return this.#claimed(game, await super.reissue(game, seat, token, name, how));
  }

  override async useTicket(game: string, ticket: string, how?: Taking): Promise<Claimed> {
    return this.#claimed(game, await super.useTicket(game, ticket, how));
  }

  override async rematch(game: string, token: string): Promise<Rematch> {
    const found = await super.rematch(game, token);
    return { ...found, seat: found.token && this.seat(found.game.game, found.token.token) };
  }

  /** Iterate over everything that happens in a game until it ends, across lost connections and service restarts. */
  watch<V extends T.ViewMode = "patch">(
    game: string,
    { token, after, on, ...how }: Following<V> & Shared<V> & Omit<Followed, "game"> = {},
  ): AsyncGenerator<T.StreamEvent<V>, void, undefined> {
    const followed = { game, token, after };
    return on ? on.watch(followed, how.signal) : this.watchAll([followed], how);
  }

  /** The same for up to 64 games on one connection; `data.game` is the game of each event. */
  watchAll<V extends T.ViewMode = "patch">(
    games: readonly Followed[],
    how?: Following<V>,
  ): AsyncGenerator<T.StreamEvent<V>, void, undefined> {
    return follow(this.transport, games, how);
  }

  /**
   * Yield the games that are open or running, and all of them again whenever one appears, changes or disappears, within
   * a second or two. The loop continues across lost connections until it is left or `signal` aborts it.
   */
  watchLobby(wanted: T.Waiting = {}, how?: Listening): AsyncGenerator<T.GameSummary[], void, undefined> {
    return followLobby(this.transport, wanted, how);
  }

  /** Share a connection among changing games: `podesta.watch(game, { on: shared })`, `seat.turns({ on: shared })`. */
  share<V extends T.ViewMode = "patch">(how: Following<V> = {}): SharedStream<V> {
    return new SharedStream(this.transport, how);
  }

  /**
   * Return the address of a stream of some games for an `EventSource`, which cannot send headers: it contains a ticket,
   * not a token. It opens one connection, within 30 seconds; for the next one, ask again, with the last id as `after`.
   */
  async streamAddress(games: readonly Followed[], view: T.ViewMode = "full"): Promise<string> {
    const { ticket } = await this.ticket(games);
    return this.transport.address({ path: "/v1/stream", query: { ticket, after: new Cursor(games).marks, view } });
  }

  #claimed(game: string, claimed: T.SeatClaimed): Claimed {
    // the overloads of claim() type `seat` as undefined where a bot has taken it
    return { ...claimed, seat: (claimed.token && this.seat(game, claimed.token.token)) as Seat };
  }

  #opened(opened: T.GameOpened): Opened {
    return { ...opened, seats: opened.tokens.map(({ token }) => this.seat(opened.game.game, token)) };
  }
}

/** Return a client of the service at an address such as `https://podesta.example`. */
export function connect(url: string, settings: Settings = {}): Podesta {
  return new Podesta(new Transport(url, settings));
}
