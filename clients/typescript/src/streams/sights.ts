import { immutableJSONPatch, type JSONPatchDocument } from "immutable-json-patch";
import type { Game, Schemas, StreamEvent } from "../types.js";
import { type Hashing, hashing, hex, utf8 } from "../verify/hashing.js";
import { Unreachable } from "../wire/problem.js";
import type { Sent } from "./events.js";

/** A patch does not apply to the game received before, or leads to another than it should: games must be sent whole. */
export class Misfit extends Unreachable {}

interface Sight {
  readonly game: Game;
  readonly digest: string;
}

/** The last known state of each game on a connection; applies patches to it. */
export class Sights {
  readonly #seen = new Map<string, Sight>();
  #hashing: Promise<Hashing> | undefined;

  /** Return an event with its whole game; throws Misfit if a patch does not fit. */
  async whole(sent: Sent): Promise<StreamEvent> {
    try {
      if (sent.event === "game") await this.#remember(sent.data);
      return sent.event === "patch" ? await this.#update(sent.data) : sent;
    } catch (cause) {
      throw new Misfit(`what was told of ${sent.data.game} does not fit`, { cause });
    }
  }

  async #update({ applies_to, leads_to, operations, ...said }: Schemas["Patched"]): Promise<StreamEvent> {
    const before = applies_to ? this.#seen.get(said.game) : { game: null, digest: "" };
    if (!before || before.digest !== applies_to) throw new Error(`it applies to ${applies_to}`);
    const after = immutableJSONPatch(before.game, operations as JSONPatchDocument) as Game;
    const digest = await this.#remember(after);
    if (digest !== leads_to) throw new Error(`it leads to ${digest}`);
    return { event: "update", data: { ...said, ruleset: after.ruleset, after } as Schemas["Update"] };
  }

  async #remember(game: Game): Promise<string> {
    const digest = await this.#digest(game);
    this.#seen.set(game.game, { game, digest });
    return digest;
  }

  /** Return the first 16 hexadecimal digits of the SHA-256 of a game's JSON, with sorted keys and without spaces. */
  async #digest(game: Game): Promise<string> {
    this.#hashing ??= hashing();
    const { sha256 } = await this.#hashing;
    return hex(await sha256(utf8(spelled(game)))).slice(0, 16);
  }
}

interface Members {
  readonly [name: string]: unknown;
}

/** The JSON of objects. A patch keeps most objects of a game, so each is serialized only once. */
const known = new WeakMap<object, string>();

function spelled(value: unknown): string {
  if (typeof value !== "object" || !value) return JSON.stringify(value);
  const text = known.get(value) ?? anew(value as Members);
  known.set(value, text);
  return text;
}

function anew(value: Members): string {
  if (Array.isArray(value)) return `[${value.map(spelled)}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${spelled(value[name])}`)}}`;
}
