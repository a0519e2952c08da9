import { LANGUAGE } from "../words.js";
import { Heads } from "./heads.js";
import { Allowance, Patience, pause } from "./patience.js";
import { Unreachable } from "./problem.js";
import { refusal } from "./problems.js";
import { anyOf } from "./signals.js";

/** Settings of a client. */
export interface Settings {
  /** The language of labels and sentences, as in `navigator.language` or `Accept-Language`: `it`, `it-IT, en;q=0.8`. */
  readonly language?: string;
  /** How long to retry a call while the service is unavailable, in milliseconds; default 30,000. */
  readonly patience?: number;
  /** The time limit of one try, in milliseconds; default 15,000. */
  readonly timeout?: number;
  /** Where catalogues, and the chains of shared games, are stored beyond this page, such as `localStorage`. */
  readonly storage?: Pick<Storage, "getItem" | "setItem">;
  /** A replacement for `fetch`. */
  readonly fetch?: typeof fetch;
}

type Value = string | number | undefined;

/** One REST call. */
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

/** Sends calls to one service, with retries and pacing, in one language. */
export class Transport {
  readonly url: string;
  readonly settings: Settings;
  /** The heads received, over calls and streams alike. */
  readonly heads = new Heads();
  readonly #allowance = new Allowance();

  constructor(url: string, settings: Settings) {
    this.url = url.replace(/\/+$/, "");
    this.settings = settings;
  }

  /** Make a call, and return its JSON. */
  json<T>(call: Call): Promise<T> {
    return this.send(call, asJson as Reader<T>);
  }

  /**
   * Make a call, and retry it while the service is unavailable. Every try has the same headers, so a command is carried
   * out once. Throws a Problem, Unreachable, or the signal's reason.
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

  /** Make a call once, leaving the response's body to be read; throws a Problem or Unreachable. */
  async open(call: Call): Promise<Response> {
    await pause(this.#allowance.wait(), call.signal);
    const answer = await (this.settings.fetch ?? fetch)(this.address(call), this.#asked(call)).catch(unreachable);
    this.#allowance.take(answer.headers.get("RateLimit"));
    if (!answer.ok && answer.status !== 304) throw await refusal(answer);
    return answer;
  }

  /** Return the address of a call. */
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
