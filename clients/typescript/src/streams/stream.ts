import type { StreamEvent, ViewMode, WholeMode } from "../types.js";
import type { Transport } from "../wire/transport.js";
import { Cursor, type Followed } from "./cursor.js";
import { frames, told } from "./events.js";
import { Line, type Listening, lasting } from "./line.js";
import { Misfit, Sights } from "./sights.js";

/** Options for following games. */
export interface Following<V extends ViewMode = WholeMode> extends Listening {
  /** How the stream sends games; default `patch`. */
  readonly view?: V | undefined;
}

/**
 * Yield every event of some games, once and in order, until all of them have ended, across lost connections and
 * restarts of the service. Retries without limit; throws the Problem with which the service ends it.
 */
export function follow<V extends ViewMode = "patch">(
  transport: Transport,
  followed: readonly Followed[],
  how: Following<V> = {},
): AsyncGenerator<StreamEvent<V>, void, undefined> {
  const cursor = new Cursor(followed);
  let view: ViewMode = how.view ?? "patch";
  const lost = (why: unknown): void => {
    if (why instanceof Misfit) view = "full";
    how.lost?.(why);
  };
  const connect = () => connection(transport, cursor, { ...how, view }) as AsyncGenerator<StreamEvent<V>>;
  return lasting(connect, { ...how, lost }, () => !cursor.games.length);
}

/** Yield the new events of one connection, until it is lost. */
async function* connection(
  transport: Transport,
  cursor: Cursor,
  how: Following<ViewMode>,
): AsyncGenerator<StreamEvent> {
  const [line, sights] = [new Line(how), how.view === "patch" ? new Sights() : undefined];
  const { games, tokens, marks } = cursor;
  try {
    const call = { path: "/v1/stream", query: { game: games, view: how.view }, token: tokens, signal: line.signal };
    const headers: Record<string, string> = marks ? { "Last-Event-ID": marks } : {};
    const { body, status } = await line.answer(transport.open({ ...call, headers }));
    if (status === 204 || !body) return cursor.close();
    for await (const frame of frames(body, line)) {
      const sent = told(frame);
      const event = sent && (sights ? await sights.whole(sent) : (sent as StreamEvent));
      if (event?.event === "game") transport.heads.told(event.data);
      if (event?.event === "update") transport.heads.told(event.data.after);
      if (event && cursor.take(event)) yield event;
    }
  } finally {
    line.close();
  }
}
