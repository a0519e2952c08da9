import { anyOf, type GameSummary, Problem, type StreamEvent } from "@podesta/client";
import { podesta } from "../service";
import { type Source, Tabs } from "./tabs";

/** An event of a stream, or its state: lost and reconnecting, or refused for good. */
export type News<T> = T | { readonly lost: true } | { readonly refused: Partial<Problem> };

/** An event of a game's stream with its time of arrival, in milliseconds by this machine's clock. */
export type Told = StreamEvent & { readonly at: number };

const LOBBY = "lobby";
const losing = new Set<() => void>();
/** One connection for all games that this browser follows. */
const shared = podesta.share({ lost: () => losing.forEach((each) => void each()) });
/** The games being read. Another seat of one can only be followed once the earlier seat has been left. */
const reading = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();

const source: Source = async (topic, tell, signal) => {
  try {
    await (topic === LOBBY ? readLobby(tell, signal) : readGame(topic, tell, signal));
  } catch (error) {
    if (!signal.aborted) tell({ refused: plain(error) });
  }
};

async function readLobby(tell: (news: unknown) => void, signal: AbortSignal): Promise<void> {
  const lost = (): void => tell({ lost: true });
  for await (const games of podesta.watchLobby({}, { signal, lost })) tell(games);
}

async function readGame(topic: string, tell: (news: unknown) => void, signal: AbortSignal): Promise<void> {
  const [game = "", token] = topic.split(" ");
  const before = reading.get(game);
  before?.stop.abort(new Error("another seat of the game is followed"));
  const stop = new AbortController();
  const done = (before?.done ?? Promise.resolve()).then(() => follow(game, token, tell, anyOf(signal, stop.signal)));
  reading.set(game, { stop, done: done.catch(() => undefined) });
  await done.finally(() => {
    if (reading.get(game)?.stop === stop) reading.delete(game);
  });
}

async function follow(
  game: string,
  token: string | undefined,
  tell: (news: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const lost = (): void => tell({ lost: true });
  losing.add(lost);
  try {
    for await (const event of podesta.watch(game, { token: token || undefined, on: shared, signal }))
      tell({ ...event, at: Date.now() });
  } finally {
    losing.delete(lost);
  }
}

/** A refusal in a form that can be sent to other tabs. */
function plain(error: unknown): Partial<Problem> {
  if (!(error instanceof Problem)) return { title: String(error), detail: String(error) };
  const { type, title, detail, status } = error;
  return { type, title, detail, status };
}

const tabs = new Tabs(source);

/** Listens for the games that are open or running, now and after every change. Returns a function that stops it. */
export function hearLobby(listener: (news: News<GameSummary[]>) => void): () => void {
  return tabs.hear(LOBBY, listener as (news: unknown) => void);
}

/** Reconnects to a game after its connection seems to have died silently. */
export function renew(game: string, token?: string): void {
  tabs.renew(topicOf(game, token));
}

/**
 * The topic of a game among tabs, one for each seat. It includes the token: what a tab has just stored may not have
 * reached the storage of the tab that holds the streams, which would then read as a spectator.
 */
function topicOf(game: string, token = ""): string {
  return `${game} ${token}`;
}

/** Where to start following a game, and how. */
interface Following {
  /** The last known revision. */
  readonly after: number;
  /** The seat's token; a spectator has none. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly lost: () => void;
}

/**
 * Yields everything that happens in a game after a revision, as this browser's seat may see it, once and in order.
 * Updates sent before this page listened are requested. Throws the Problem that ends the stream.
 */
export async function* happening(game: string, { after, token, signal, lost }: Following): AsyncGenerator<Told> {
  let known = after;
  for await (const news of listened(topicOf(game, token), signal)) {
    if ("refused" in news) throw new Problem(news.refused);
    if ("lost" in news) {
      lost();
      continue;
    }
    if (news.event === "update" && news.data.revision === known + 1) {
      known += 1;
      yield news;
    } else if (newest(news) > known)
      for await (const data of podesta.history(game, { after: known, ...(token && { token }) })) {
        known = data.revision;
        yield { event: "update", data, at: news.at };
      }
    if (news.event === "heartbeat" || news.event === "end") yield news;
    if (news.event === "end") return;
  }
}

/** The newest revision that an event reveals; 0 for the end, which comes after all updates. */
function newest(told: Told): number {
  if (told.event === "end") return 0;
  return told.event === "heartbeat" ? told.data.head : told.data.revision;
}

/** Yields the news of a topic until the signal aborts. */
async function* listened(topic: string, signal: AbortSignal): AsyncGenerator<News<Told>> {
  const waiting: News<Told>[] = [];
  let wake = (): void => {};
  const stop = tabs.hear(topic, (news) => {
    waiting.push(news as News<Told>);
    wake();
  });
  signal.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      for (let news = waiting.shift(); news && !signal.aborted; news = waiting.shift()) yield news;
      if (!signal.aborted)
        await new Promise<void>((woken) => {
          wake = woken;
        });
    }
  } finally {
    stop();
  }
}
