import { LANGUAGE } from "../words.js";
import { Heads } from "./heads.js";
import { Allowance, Patience, pause } from "./patience.js";
import { Unreachable } from "./problem.js";
import { refusal } from "./problems.js";
import { anyOf } from "./signals.js";

/** How a client calls. */
export interface Settings {
  /** The language of labels and sentences, as `navigator.language` or `Accept-Language` say it: `it`, `it-IT, en;q=0.8`. */
  readonly language?: string;
  /** Milliseconds for which a call is made again while the service is away: 30,000. */
  readonly patience?: number;
  /** Milliseconds that one try may take: 15,000. */
  readonly timeout?: number;
  /** Where catalogues are kept beyond this page, such as `localStorage`. */
  readonly storage?: Pick<Storage, "getItem" | "setItem">;
  /** Another `fetch`. */
  readonly fetch?: typeof fetch;
}

type Value = string | number | undefined;

/** One call of REST. */
export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, Value | readonly string[]>>;
  readonly token?: string | undefined;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

type Reader<T> = (answer: Response) => Promise<T>;

const asJson: Reader<unknown> = (answer) => answer.json();

/** Carries calls to one service: retried, paced, in one language. */
export class Transport {
  readonly url: string;
  readonly settings: Settings;
  /** What was told of games, over calls and streams alike. */
  readonly heads = new Heads();
  readonly #allowance = new Allowance();

  constructor(url: string, settings: Settings) {
    this.url = url.replace(/\/+$/, "");
    this.settings = settings;
  }

  /** The answer's JSON. */
  json<T>(call: Call): Promise<T> {
    return this.send(call, asJson as Reader<T>);
  }

  /**
   * Make a call, again and again while the service is away; every try has the same headers, so a command is carried out
   * once. Throws a Problem, Unreachable, or the signal's reason.
   */
  async send<T>(call: Call, read: Reader<T>): Promise<T> {
    const patience = new Patience(this.settings.patience ?? 30_000);
    for (;;) {
      try {
        return await this.#once(call, read);
      } catch (error) {
        call.signal?.throwIfAborted();
        await pause(patience.after(error), call.signal);
      }
    }
  }

  async #once<T>(call: Call, read: Reader<T>): Promise<T> {
    const own = AbortSignal.timeout(this.settings.timeout ?? 15_000);
    const signal = call.signal ? anyOf(call.signal, own) : own;
    return read(await this.open({ ...call, signal })).catch(unreachable);
  }

  /** Make a call once, and leave its body to be read; throws a Problem or Unreachable. */
  async open(call: Call): Promise<Response> {
    await pause(this.#allowance.wait(), call.signal);
    const answer = await (this.settings.fetch ?? fetch)(this.address(call), this.#asked(call)).catch(unreachable);
    this.#allowance.take(answer.headers.get("RateLimit"));
    if (!answer.ok && answer.status !== 304) throw await refusal(answer);
    return answer;
  }

  /** The address of a call. */
  address({ path, query = {} }: Pick<Call, "path" | "query">): string {
    const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, `${one}`]));
    return `${this.url}${path}${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`;
  }

  #asked({ token, body, headers, signal, method = body ? "POST" : "GET" }: Call): RequestInit {
    const sent = new Headers({ "Accept-Language": this.settings.language ?? LANGUAGE, ...headers });
    if (token) sent.set("Authorization", `Bearer ${token}`);
    if (body) sent.set("Content-Type", "application/json");
    return {
      method,
      headers: sent,
      cache: "no-store",
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
    };
  }
}

function unreachable(cause: unknown): never {
  throw new Unreachable("the service cannot be reached", { cause });
}
