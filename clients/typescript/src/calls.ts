import { Cursor, type Followed } from "./streams/cursor.js";
import type * as T from "./types.js";
import { hex } from "./verify/hashing.js";
import { Cache } from "./wire/cache.js";
import type { Chains } from "./wire/chains.js";
import type { Heads } from "./wire/heads.js";
import type { Call, Transport } from "./wire/transport.js";

/** How a command is sent. */
export interface Command {
  /** Its id, 16 to 64 letters and digits: sent again under it, the command is carried out once. */
  readonly commandId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How a command is sent that may need the operator's, the host's or a seat's token. */
export interface Authorized extends Command {
  readonly token?: string | undefined;
}

/** How a seat is taken over: in a shared game with the share of its chain, else it begins another. */
export interface Taking extends Command {
  readonly share?: string | undefined;
}

/** Whose eyes look at a game, and when: without a token a spectator's, without a revision now. */
export interface Looking {
  readonly token?: string | undefined;
  readonly at?: number | undefined;
}

/** A new id for a command. It works in pages without a secure context, where there is no `crypto.randomUUID`. */
export function newCommand(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Every call of the game master. Each throws a Problem when it is refused, and Unreachable when patience is over. */
export class Calls {
  /** @internal */
  readonly transport: Transport;
  readonly #cache: Cache;

  constructor(transport: Transport) {
    this.transport = transport;
    this.#cache = new Cache(transport);
  }

  /** The rulesets that can be played. */
  async rulesets(): Promise<T.RulesetSummary[]> {
    return (await this.#cache.get<{ rulesets: T.RulesetSummary[] }>("/v1/rulesets")).rulesets;
  }

  /** All that is known of a ruleset: options, components, words and their labels, rules by number; the newest, or a version as a game's `rules` say. */
  ruleset(ruleset: string, rules = ""): Promise<T.Catalogue> {
    return this.#cache.get(`/v1/rulesets/${ruleset}${rules && `?rules=${encodeURIComponent(rules)}`}`);
  }

  /** The games of the lobby, page after page. */
  games(wanted: T.Wanted = {}): AsyncGenerator<T.GameSummary, void, undefined> {
    return this.#pages("/v1/games", wanted);
  }

  /** A game as the token's seat, or a spectator, may see it, now or at an earlier revision. */
  game(game: string, { token, at }: Looking = {}): Promise<T.Game> {
    const call = { path: `/v1/games/${game}`, query: { at }, token };
    return this.transport.json<T.Game>(call).then((found) => this.seen(this.heads.told(found), token));
  }

  /** What this client's seats add to the draws of shared games; it does so by itself. */
  get chains(): Promise<Chains> {
    return sharing().then(({ chainsOf }) => chainsOf(this.transport));
  }

  /** What was told of games: whatever contradicts it throws LogChanged. */
  get heads(): Heads {
    return this.transport.heads;
  }

  /** Tell the first link of a token's seat where a shared game, as it is seen, waits for it. */
  seen<G extends T.Game>(game: G, token: string | undefined): G {
    if (token && game.link && game.status === "open")
      void sharing().then(({ tell }) => tell(this.transport, game.game, token).catch(() => {}));
    return game;
  }

  /** Every update after a revision up to now. */
  async *history(
    game: string,
    { token, after = 0 }: { token?: string; after?: number } = {},
  ): AsyncGenerator<T.Update> {
    for (let head = Infinity; after < head; ) {
      const call = { path: `/v1/games/${game}/events`, query: { after }, token };
      const page = await this.transport.json<{ updates: T.Update[]; head: number }>(call);
      for (const { after: then } of page.updates) this.heads.told(then);
      yield* page.updates;
      [head, after] = [page.updates.length ? page.head : after, page.updates.at(-1)?.revision ?? after];
    }
  }

  /** The record of an ended game, to the byte. */
  record(game: string, token?: string): Promise<Uint8Array> {
    const call = { path: `/v1/games/${game}/record`, token };
    return this.transport.send(call, async (answer) => new Uint8Array(await answer.arrayBuffer()));
  }

  /** Open a game; where the operator has set a key, `token` is that key. */
  create(body: T.NewGame, how?: Authorized): Promise<T.GameOpened> {
    return this.#command({ path: "/v1/games", body }, how);
  }

  /** Open a game from a revision of an ended one; without seats, every seat is open. */
  fork(game: string, body: T.NewFork, how?: Authorized): Promise<T.GameOpened> {
    return this.#command({ path: `/v1/games/${game}/forks`, body }, how);
  }

  /** Take an open seat, or put a house bot on it (`token` then allows it). */
  claim(game: string, body: T.SeatClaim = {}, how?: Authorized): Promise<T.SeatClaimed> {
    return this.#command({ path: `/v1/games/${game}/seats`, body }, how);
  }

  /** Give a taken seat out anew: its older tokens are worthless from then on. */
  async reissue(game: string, seat: number, token: string, name = "", how?: Command): Promise<T.SeatClaimed> {
    const path = `/v1/games/${game}/seats/${seat}/token`;
    const { anew } = await sharing();
    return anew(this.transport, token, (sent) => this.#command({ path, body: { name, ...sent } }, { ...how, token }));
  }

  /** Do what the host of a game may do; `token` is the host's. */
  host(game: string, token: string, body: T.HostWish, how?: Command): Promise<T.HostDone> {
    return this.#command({ path: `/v1/games/${game}/host`, body }, { ...how, token });
  }

  /** Answer questions that follow one another, decided on at a revision: all are taken, or none. */
  answer(game: string, token: string, revision: number, answers: readonly T.Answer[], how?: Command): Promise<T.Taken> {
    return this.#command({ path: `/v1/games/${game}/answers`, body: { answers } }, { ...how, token }, [game, revision]);
  }

  /** Take own answers back, or propose that to the others, or answer a proposal. */
  retract(game: string, token: string, revision: number, body: T.Retraction = {}, how?: Command): Promise<T.Taken> {
    return this.#command({ path: `/v1/games/${game}/retractions`, body }, { ...how, token }, [game, revision]);
  }

  /** Leave a running game for good. */
  resign(game: string, token: string, how?: Command): Promise<T.Taken> {
    return this.#command({ path: `/v1/games/${game}/resignation` }, { ...how, token });
  }

  /**
   * The same game once more: whoever asks first opens it, and each seat takes its place there by asking with its token.
   * The host of the ended game is answered the new game's host token.
   */
  rematch(game: string, token: string): Promise<T.RematchFound> {
    const call = { method: "POST", path: `/v1/games/${game}/rematch`, token } as const;
    return this.#mended({}, undefined, (query) => this.transport.json({ ...call, query: { ...query } }));
  }

  /** A ticket with which another device gets the token's seat, or shares it, once; in an address it stands behind `#`. */
  issueTicket(game: string, token: string, body: T.SeatTicketWish = {}): Promise<T.Ticket> {
    return this.#of(game, "tickets", token, body);
  }

  /** Take a seat over with a ticket, or share it; a seat that is taken over has no other token from then on. */
  async useTicket(game: string, ticket: string, { share, ...how }: Taking = {}): Promise<T.SeatClaimed> {
    const path = `/v1/games/${game}/tickets/use`;
    const { anew } = await sharing();
    return anew(this.transport, "", (sent) => this.#command({ path, body: { ticket, ...sent } }, how), share);
  }

  /** What each seat said last, and what can be said; with a phrase, say it first, for the token's seat. */
  phrases(game: string, token?: string, phrase?: T.Phrase): Promise<T.PhrasesSaid> {
    return this.#of(game, "phrases", token, phrase && { phrase });
  }

  /** The games of up to 64 seats' tokens: first those in which it is one's turn. */
  myGames(tokens: readonly string[]): Promise<T.MyGamePage> {
    return this.transport.json({ path: "/v1/my-games", token: tokens.join(",") });
  }

  /** The games whose seats carry a player's label under an operator's key: running, open, ended; the newest first. */
  playerGames(player: string, key: string): AsyncGenerator<T.MyGame, void, undefined> {
    return this.#pages("/v1/my-games", { player }, key);
  }

  /** A ticket that opens one stream of some games, within half a minute, in an address and without a token. */
  ticket(games: readonly Followed[]): Promise<T.Ticket> {
    const { games: game, tokens: token } = new Cursor(games);
    return this.transport.json({ method: "POST", path: "/v1/tickets", query: { game }, token });
  }

  /** What answers would lead to, up to the first draw or question to another seat; nothing changes. */
  preview(game: string, token: string, answers: readonly T.Answer[]): Promise<T.Preview> {
    return this.#of(game, "preview", token, { answers });
  }

  /** What a house bot would answer for a seat that is asked, in a game in which house bots have every other seat. */
  hint(game: string, token: string): Promise<T.Hint> {
    return this.#of(game, "hint", token);
  }

  /** Whether an answer is open to the token's seat, and why not. */
  explain(game: string, body: T.Answer, token?: string): Promise<T.Explanation> {
    return this.#of(game, "explain", token, body);
  }

  /** Say what a seat will answer later, instead of its earlier orders. */
  leaveOrders(game: string, token: string, body: T.Orders, how?: Command): Promise<T.StandingOrders> {
    return this.#command({ method: "PUT", path: `/v1/games/${game}/orders`, body }, { ...how, token });
  }

  /** The latest orders of a seat, and how they stand. */
  orders(game: string, token: string): Promise<T.StandingOrders> {
    return this.#of(game, "orders", token);
  }

  /** Withdraw the orders of a seat. */
  withdrawOrders(game: string, token: string): Promise<T.StandingOrders> {
    return this.transport.json({ method: "DELETE", path: `/v1/games/${game}/orders`, token });
  }

  /**
   * Have an address called when a turn begins, time runs out, or a game begins or ends. `token` is that of a seat of the
   * game or of its host, or an operator's key; without a game, of every game opened with that key.
   */
  addWebhook(token: string, body: T.WebhookWish, game?: string, how?: Command): Promise<T.WebhookAdded> {
    return this.#command({ path: "/v1/webhooks", query: { game }, body }, { ...how, token });
  }

  /** The token's webhooks for a game, or for every game of an operator's key. */
  async webhooks(token: string, game?: string): Promise<T.Webhook[]> {
    const found = await this.transport.json<{ webhooks: T.Webhook[] }>({
      path: "/v1/webhooks",
      query: { game },
      token,
    });
    return found.webhooks;
  }

  /** Call a webhook no more. */
  removeWebhook(token: string, webhook: string, game?: string): Promise<void> {
    const call = { method: "DELETE", path: `/v1/webhooks/${webhook}`, query: { game }, token } as const;
    return this.transport.send(call, async () => undefined);
  }

  /** Call a webhook now, with a notice that nothing has happened: what became of it. */
  pingWebhook(token: string, webhook: string, game?: string): Promise<T.WebhookTried> {
    return this.transport.json({ method: "POST", path: `/v1/webhooks/${webhook}/ping`, query: { game }, token });
  }

  /** The games of a list, page after page. */
  async *#pages<G>(path: string, wanted: object, token?: string): AsyncGenerator<G, void, undefined> {
    for (let cursor: string | undefined; cursor !== ""; ) {
      const query = { ...wanted, cursor };
      const page: { games: G[]; next: string } = await this.transport.json({ path, query, token });
      yield* page.games;
      cursor = page.next;
    }
  }

  /** Ask for something of a game, or what comes of a body. */
  #of<R>(game: string, what: string, token?: string, body?: object): Promise<R> {
    return this.transport.json({ path: `/v1/games/${game}/${what}`, token, body });
  }

  /** Send a command, perhaps decided on at a revision of a game; every try has the same id. */
  #command<R>(call: Call, { commandId, signal, token }: Authorized = {}, at?: [string, number]): Promise<R> {
    const headers = {
      "Idempotency-Key": commandId ?? newCommand(),
      ...(at && { "If-Match": this.heads.at(...at) }),
    };
    const send = (body?: object) => this.transport.json<R>({ method: "POST", ...call, body, headers, signal, token });
    return this.#mended(call.body, token, send);
  }

  /** Send a call, and again with what a shared game wants of a seat if it wants anything. */
  async #mended<R>(
    body: object | undefined,
    token: string | undefined,
    send: (body?: object) => Promise<R>,
  ): Promise<R> {
    try {
      return await send(body);
    } catch (why) {
      if (!/^bad-(link|anchor)$/.test((why as Error).name)) throw why;
      return (await sharing()).again(this.transport, why, body, token, send);
    }
  }
}

/** What shared games want, loaded when one does. */
const sharing = () => import("./wire/sharing.js");
