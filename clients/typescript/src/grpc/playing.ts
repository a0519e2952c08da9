import { create } from "@bufbuild/protobuf";
import { newCommand } from "../calls.js";
import { Queue } from "../streams/queue.js";
import type { Chains } from "../wire/chains.js";
import { Patience, pause } from "../wire/patience.js";
import { Unreachable } from "../wire/problem.js";
import { MOST_TRIES } from "../wire/sharing.js";
import type { Channel } from "./channel.js";
import {
  type Game,
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
} from "./generated/podesta/v1/game_master_pb.js";
import { raised, told } from "./problems.js";

/** Returns the word of the option chosen from those of `game.questions[0]`. */
export type Choose = (game: Game) => string | Promise<string>;

/** The chains of this client's seats, for example those of a `Podesta`. */
export type OwnChains = Pick<Chains, "next">;

const MOVED_ON = new Set(["stale-revision", "not-your-turn", "game-over"]);

/**
 * Play a seat on one stream until its game has ended, and return the game. An unconfirmed answer is sent again under
 * the same command id, also on a new stream. In a shared game, `chains` must contain the seat's chain.
 */
export async function play(channel: Channel, token: string, choose: Choose, chains?: OwnChains): Promise<Game> {
  const [player, patience] = [
    new Player(token, choose, chains),
    new Patience(Infinity, { first: 500, longest: 5_000 }),
  ];
  for (;;) {
    try {
      const ended = await stream(channel, player, patience);
      if (ended) return ended;
      throw new Unreachable("the stream ended before the game did");
    } catch (error) {
      await pause(patience.after(raised(error)));
    }
  }
}

async function stream(channel: Channel, player: Player, patience: Patience): Promise<Game | undefined> {
  const [out, stop] = [new Queue<PlayRequest>(), new AbortController()];
  out.put(player.join());
  try {
    for await (const { response } of channel.master.play(out, { signal: stop.signal })) {
      patience.restart();
      if (response.case === "ended") return response.value;
      const said = await player.hear(response);
      if (said) out.put(said);
    }
    return undefined;
  } finally {
    out.close();
    stop.abort();
  }
}

/** An answer that is not confirmed yet; `again` sends it with another link. */
interface Unsettled {
  readonly message: PlayRequest;
  readonly revision: number;
  readonly id: string;
  readonly tries: number;
  readonly again: (before: string) => Promise<PlayRequest>;
}

/** One seat's side of a stream. */
class Player {
  readonly #token: string;
  readonly #choose: Choose;
  readonly #chains: OwnChains | undefined;
  #unsettled: Unsettled | undefined;

  constructor(token: string, choose: Choose, chains: OwnChains | undefined) {
    this.#token = token;
    this.#chains = chains;
    this.#choose = choose;
  }

  join(): PlayRequest {
    return create(PlayRequestSchema, { request: { case: "join", value: { token: this.#token } } });
  }

  /** Return the response to a message, or undefined if it needs none; throws a Problem. */
  async hear(said: PlayResponse["response"]): Promise<PlayRequest | undefined> {
    if (said.case === "turn" && said.value.questions.length) return this.#answer(said.value);
    if (said.case === "accepted" && said.value.commandId === this.#unsettled?.id) this.#unsettled = undefined;
    if (said.case === "turn" && said.value.link) return this.#send(said.value, []);
    if (said.case === "refused" && said.value.problem)
      return this.#refused(said.value.commandId, told(said.value.problem));
    return undefined;
  }

  async #answer(game: Game): Promise<PlayRequest> {
    const revision = Number(game.revision);
    if (this.#unsettled?.revision === revision) return this.#unsettled.message;
    return this.#send(game, [{ question: game.questions[0]?.kind ?? "", option: await this.#choose(game) }]);
  }

  /** Build a message with answers, or without any if a shared game waits for the seat's first link. */
  async #send(
    game: Game,
    answers: { question: string; option: string }[],
    before = game.link,
    tries = 1,
  ): Promise<PlayRequest> {
    const link = before ? await this.#next(before) : "";
    const value = { game: game.game, revision: game.revision, commandId: newCommand(), answers, link };
    const message = create(PlayRequestSchema, { request: { case: "answer", value } });
    const again = (newer: string): Promise<PlayRequest> => this.#send(game, answers, newer, tries + 1);
    if (answers.length)
      this.#unsettled = { message, revision: Number(game.revision), id: value.commandId, tries, again };
    return message;
  }

  async #next(before: string): Promise<string> {
    if (this.#chains) return this.#chains.next(this.#token, before);
    throw new Error("a seat of a shared game is played with its chain: give `podesta.chains`");
  }

  async #refused(id: string, problem: ReturnType<typeof told>): Promise<PlayRequest | undefined> {
    if (problem.mending || !id) throw problem;
    const unsettled = this.#unsettled;
    if (id !== unsettled?.id) return undefined; // about an earlier answer; a newer turn has come
    if (problem.name === "bad-link" && unsettled.tries < MOST_TRIES) return unsettled.again(problem.asked);
    this.#unsettled = undefined;
    if (!MOVED_ON.has(problem.name)) throw problem;
    return undefined;
  }
}
