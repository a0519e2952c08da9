import { Cursor, type Followed } from "./streams/cursor.js";
import type * as T from "./types.js";
import { hex } from "./verify/hashing.js";
import { Cache } from "./wire/cache.js";
import type { Chains } from "./wire/chains.js";
import type { Heads } from "./wire/heads.js";
import type { Call, Transport } from "./wire/transport.js";

/** Options of a command. */
export interface Command {
  /** Its id, 16 to 64 letters and digits. A command sent twice under the same id is carried out once. */
  readonly commandId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of a command that may need the token of the operator, the host or a seat. */
export interface Authorized extends Command {
  readonly token?: string | undefined;
}

/** Options for taking over a seat. In a shared game, `share` restores its chain; without it, a new one is begun. */
export interface Taking extends Command {
  readonly share?: string | undefined;
}

/** Which view of a game to return: a seat's by its token, else a spectator's; at a revision, else the current one. */
export interface Looking {
  readonly token?: string | undefined;
  readonly at?: number | undefined;
}

/** Return a new command id. Also works on pages without a secure context, where `crypto.randomUUID` is missing. */
export function newCommand(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Every call of the game master. Each throws a Problem if it is refused, and Unreachable when patience runs out. */
export class Calls {
  /** @internal */
  readonly transport: Transport;
  readonly #cache: Cache;

  constructor(transport: Transport) {
    this.transport = transport;
    this.#cache = new Cache(transport);
  }

  /** Return the rulesets that can be played. */
  async rulesets(): Promise<T.RulesetSummary[]> {
    return (await this.#cache.get<{ rulesets: T.RulesetSummary[] }>("/v1/rulesets")).rulesets;
  }

  /**
   * Return the catalogue of a ruleset: its options, components, words with labels, and rules by number. `rules` selects
   * a version, in the form of a game's `rules`; the default is the newest.
   */
  ruleset(ruleset: string, rules = ""): Promise<T.Catalogue> {
    return this.#cache.get(`/v1/rulesets/${ruleset}${rules && `?rules=${encodeURIComponent(rules)}`}`);
  }

  /** Iterate over the games of the lobby, page by page. */
  games(wanted: T.Wanted = {}): AsyncGenerator<T.GameSummary, void, undefined> {
    return this.#pages("/v1/games", wanted);
  }

  /** Return a game as the token's seat, or a spectator, may see it, now or at an earlier revision. */
  game(game: string, { token, at }: Looking = {}): Promise<T.Game> {
    const call = { path: `/v1/games/${game}`, query: { at }, token };
    return this.transport.json<T.Game>(call).then((found) => this.seen(this.heads.told(found), token));
  }

  /** The chains from which this client's seats contribute to the draws of shared games, used automatically. */
  get chains(): Promise<Chains> {
    return sharing().then(({ chainsOf }) => chainsOf(this.transport));
  }

  /** The heads received for each game; one that contradicts an earlier one throws LogChanged. */
  get heads(): Heads {
    return this.transport.heads;
  }

  /** Send the first link of the token's seat if the shared game waits for it, and return the game. */
  seen<G extends T.Game>(game: G, token: string | undefined): G {
    if (token && game.link && game.status === "open")
      void sharing().then(({ tell }) => tell(this.transport, game.game, token).catch(() => {}));
    return game;
  }

  /** Iterate over every update after a revision, up to the current one. */
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

  /** Return the record of an ended game, byte for byte. */
  record(game: string, token?: string): Promise<Uint8Array> {
    const call = { path: `/v1/games/${game}/record`, token };
    return this.transport.send(call, async (answer) => new Uint8Array(await answer.arrayBuffer()));
  }

  /** Open a game. If the operator requires a key, `token` is that key. */
  create(body: T.NewGame, how?: Authorized): Promise<T.GameOpened> {
    return this.#command({ path: "/v1/games", body }, how);
  }

  /** Open a game from a revision of an ended one. Without `seats`, every seat is open. */
  fork(game: string, body: T.NewFork, how?: Authorized): Promise<T.GameOpened> {
    return this.#command({ path: `/v1/games/${game}/forks`, body }, how);
  }

  /** Take an open seat, or put a house bot on it, which `token` must authorize. */
  claim(game: string, body: T.SeatClaim = {}, how?: Authorized): Promise<T.SeatClaimed> {
    return this.#command({ path: `/v1/games/${game}/seats`, body }, how);
  }

  /** Reissue the token of a taken seat; its older tokens become invalid. */
  async reissue(game: string, seat: number, token: string, name = "", how?: Command): Promise<T.SeatClaimed> {
    const path = `/v1/games/${game}/seats/${seat}/token`;
    const { anew } = await sharing();
    return anew(this.transport, token, (sent) => this.#command({ path, body: { name, ...sent } }, { ...how, token }));
  }

  /** Carry out an action of the host; `token` is the host's. */
  host(game: string, token: string, body: T.HostWish, how?: Command): Promise<T.HostDone> {
    return this.#command({ path: `/v1/games/${game}/host`, body }, { ...how, token });
  }

  /** Answer consecutive questions, as decided on at a revision. Either all answers are taken or none. */
  answer(game: string, token: string, revision: number, answers: readonly T.Answer[], how?: Command): Promise<T.Taken> {
    return this.#command({ path: `/v1/games/${game}/answers`, body: { answers } }, { ...how, token }, [game, revision]);
  }

  /** Take answers back, propose that to the others, or respond to a proposal. */
  retract(game: string, token: string, revision: number, body: T.Retraction = {}, how?: Command): Promise<T.Taken> {
    return this.#command({ path: `/v1/games/${game}/retractions`, body }, { ...how, token }, [game, revision]);
  }

  /** Leave a running game for good. */
  resign(game: string, token: string, how?: Command): Promise<T.Taken> {
    return this.#command({ path: `/v1/games/${game}/resignation` }, { ...how, token });
  }

  /**
   * Open or join a rematch. The first caller opens it; each seat joins by calling with its token. The host of the ended
   * game receives the host's token of the new one.
   */
  rematch(game: string, token: string): Promise<T.RematchFound> {
    const call = { method: "POST", path: `/v1/games/${game}/rematch`, token } as const;
    return this.#mended({}, undefined, (query) => this.transport.json({ ...call, query: { ...query } }));
  }

  /** Issue a ticket for another device to take over the token's seat, or share it, once; in an address, after `#`. */
  issueTicket(game: string, token: string, body: T.SeatTicketWish = {}): Promise<T.Ticket> {
    return this.#of(game, "tickets", token, body);
  }

  /** Take over a seat with a ticket, or share it. Taking it over invalidates its other tokens. */
  async useTicket(game: string, ticket: string, { share, ...how }: Taking = {}): Promise<T.SeatClaimed> {
    const path = `/v1/games/${game}/tickets/use`;
    const { anew } = await sharing();
    return anew(this.transport, "", (sent) => this.#command({ path, body: { ticket, ...sent } }, how), share);
  }

  /** Return each seat's last phrase and the phrases available. If `phrase` is given, the token's seat says it first. */
  phrases(game: string, token?: string, phrase?: T.Phrase): Promise<T.PhrasesSaid> {
    return this.#of(game, "phrases", token, phrase && { phrase });
  }

  /** Return the games of up to 64 seat tokens; those in which it is the seat's turn come first. */
  myGames(tokens: readonly string[]): Promise<T.MyGamePage> {
    return this.transport.json({ path: "/v1/my-games", token: tokens.join(",") });
  }

  /** Iterate over the games with a player's label under an operator's key: running, open, ended; newest first. */
  playerGames(player: string, key: string): AsyncGenerator<T.MyGame, void, undefined> {
    return this.#pages("/v1/my-games", { player }, key);
  }

  /** Issue a ticket that opens one stream of some games within 30 seconds, so that its address needs no token. */
  ticket(games: readonly Followed[]): Promise<T.Ticket> {
    const { games: game, tokens: token } = new Cursor(games);
    return this.transport.json({ method: "POST", path: "/v1/tickets", query: { game }, token });
  }

  /** Preview what answers would lead to, up to the first draw or question to another seat. Nothing changes. */
  preview(game: string, token: string, answers: readonly T.Answer[]): Promise<T.Preview> {
    return this.#of(game, "preview", token, { answers });
  }

  /** Return what a house bot would answer for a seat that is asked. All other seats must be held by house bots. */
  hint(game: string, token: string): Promise<T.Hint> {
    return this.#of(game, "hint", token);
  }

  /** Return whether an answer is legal for the token's seat, and if not, why. */
  explain(game: string, body: T.Answer, token?: string): Promise<T.Explanation> {
    return this.#of(game, "explain", token, body);
  }

  /** Leave standing orders for a seat, in place of its earlier ones. */
  leaveOrders(game: string, token: string, body: T.Orders, how?: Command): Promise<T.StandingOrders> {
    return this.#command({ method: "PUT", path: `/v1/games/${game}/orders`, body }, { ...how, token });
  }

  /** Return the latest standing orders of a seat, and their state. */
  orders(game: string, token: string): Promise<T.StandingOrders> {
    return this.#of(game, "orders", token);
  }

  /** Withdraw the standing orders of a seat. */
  withdrawOrders(game: string, token: string): Promise<T.StandingOrders> {
    return this.transport.json({ method: "DELETE", path: `/v1/games/${game}/orders`, token });
  }

  /**
   * Add a webhook, which is notified when a turn begins, time runs out, or a game begins or ends. `token` is that of a
   * seat of the game or of its host, or an operator's key; without a game, it covers every game opened with that key.
   */
  addWebhook(token: string, body: T.WebhookWish, game?: string, how?: Command): Promise<T.WebhookAdded> {
    return this.#command({ path: "/v1/webhooks", query: { game }, body }, { ...how, token });
  }

  /** Return the token's webhooks for a game, or for every game of an operator's key. */
  async webhooks(token: string, game?: string): Promise<T.Webhook[]> {
    const found = await this.transport.json<{ webhooks: T.Webhook[] }>({
      path: "/v1/webhooks",
      query: { game },
      token,
    });
    return found.webhooks;
  }

  /** Remove a webhook. */
  removeWebhook(token: string, webhook: string, game?: string): Promise<void> {
    const call = { method: "DELETE", path: `/v1/webhooks/${webhook}`, query: { game }, token } as const;
    return this.transport.send(call, async () => undefined);
  }

  /** Send a test notice to a webhook now, and return the result. */
  pingWebhook(token: string, webhook: string, game?: string): Promise<T.WebhookTried> {
    return this.transport.json({ method: "POST", path: `/v1/webhooks/${webhook}/ping`, query: { game }, token });
  }

  /** Iterate over the games of a list, page by page. */
  async *#pages<G>(path: string, wanted: object, token?: string): AsyncGenerator<G, void, undefined> {
    for (let cursor: string | undefined; cursor !== ""; ) {
      const query = { ...wanted, cursor };
      const page: { games: G[]; next: string } = await this.transport.json({ path, query, token });
      yield* page.games;
      cursor = page.next;
    }
  }

  /** Request a resource of a game, or send it a body. */
  #of<R>(game: string, what: string, token?: string, body?: object): Promise<R> {
    return this.transport.json({ path: `/v1/games/${game}/${what}`, token, body });
  }

  /** Send a command, with `If-Match` if it was decided on at a revision. Every try has the same id. */
  #command<R>(call: Call, { commandId, signal, token }: Authorized = {}, at?: [string, number]): Promise<R> {
    const headers = {
      "Idempotency-Key": commandId ?? newCommand(),
      ...(at && { "If-Match": this.heads.at(...at) }),
    };
    const send = (body?: object) => this.transport.json<R>({ method: "POST", ...call, body, headers, signal, token });
    return this.#mended(call.body, token, send);
  }

  /** Send a call; if a shared game refuses it for its link or anchor, correct that and send it again. */
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

/** The code for shared games, loaded on demand. */
const sharing = () => import("./wire/sharing.js");
