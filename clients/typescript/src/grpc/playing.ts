import { create } from "@bufbuild/protobuf";
import { newCommand } from "../calls.js";
import { Queue } from "../streams/queue.js";
import { Patience, pause } from "../wire/patience.js";
import { Unreachable } from "../wire/problem.js";
import type { Channel } from "./channel.js";
import {
  type Game,
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
} from "./generated/podesta/v1/game_master_pb.js";
import { raised, told } from "./problems.js";

/** Chooses the word of one of the options of `game.questions[0]`. */
export type Choose = (game: Game) => string | Promise<string>;

const MOVED_ON = new Set(["stale-revision", "not-your-turn", "game-over"]);

/**
 * Play a seat on one stream until its game has ended; returns the game. An answer whose fate is not known is sent again
 * under the same command id, also over a new stream.
 */
export async function play(channel: Channel, token: string, choose: Choose): Promise<Game> {
  const [player, patience] = [new Player(token, choose), new Patience(Infinity, { first: 500, longest: 5_000 })];
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

/** One seat's side of a stream. */
class Player {
  readonly #token: string;
  readonly #choose: Choose;
  #unsettled: { message: PlayRequest; revision: number; id: string } | undefined;

  constructor(token: string, choose: Choose) {
    this.#token = token;
    this.#choose = choose;
  }

  join(): PlayRequest {
    return create(PlayRequestSchema, { request: { case: "join", value: { token: this.#token } } });
  }

  /** What follows from a message: an answer, or nothing; throws a Problem. */
  async hear(said: PlayResponse["response"]): Promise<PlayRequest | undefined> {
    if (said.case === "turn" && said.value.questions.length) return this.#answer(said.value);
    if (said.case === "accepted" && said.value.commandId === this.#unsettled?.id) this.#unsettled = undefined;
    if (said.case === "refused" && said.value.problem) this.#refused(said.value.commandId, told(said.value.problem));
    return undefined;
  }

  async #answer(game: Game): Promise<PlayRequest> {
    const revision = Number(game.revision);
    if (this.#unsettled?.revision === revision) return this.#unsettled.message;
    const answers = [{ question: game.questions[0]?.kind ?? "", option: await this.#choose(game) }];
    const value = { game: game.game, revision: game.revision, commandId: newCommand(), answers };
    const message = create(PlayRequestSchema, { request: { case: "answer", value } });
    this.#unsettled = { message, revision, id: value.commandId };
    return message;
  }

  #refused(id: string, problem: ReturnType<typeof told>): void {
    if (problem.mending || !id) throw problem;
    if (id !== this.#unsettled?.id) return; // of an answer before; a turn for the newer revision has come
    this.#unsettled = undefined;
    if (!MOVED_ON.has(problem.name)) throw problem;
  }
}
