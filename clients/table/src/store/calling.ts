import type { Webhook } from "@podesta/client";
import { installed } from "./screen.svelte";
import { seatOf, seats } from "./seating/seats";
import { podesta } from "./service";
import { storage } from "./storage.svelte";

/** How long to wait for permission and for the browser's push service, in milliseconds. */
const PATIENCE = 60_000;
const CALLED = "podesta called";
/** The most seconds before time runs out at which the last notification is sent. */
const WARNING = 3_600;

/** Whether this browser can show notifications while the page is closed. */
export const callable = "serviceWorker" in navigator && "PushManager" in globalThis;

/** Whether it could if the page were on the home screen, as on iPhones and iPads. */
export const wantsHome = !callable && (navigator as { standalone?: boolean }).standalone === false;

/** Whether the player is notified of turns while the page is closed. */
export function isCalled(): boolean {
  return callable && storage.getItem(CALLED) === "yes";
}

/**
 * Registers the service worker, which remains when the page is closed, if the page is installed or notifications are
 * on. This is done at every page load, because a browser may have replaced its subscription, and every running game
 * needs the new one.
 */
export async function ready(): Promise<void> {
  if (!callable || !(installed || isCalled())) return;
  const worker = await navigator.serviceWorker.register("/worker.js");
  await Promise.all([isCalled() ? renewed(worker) : undefined, settled(worker)]);
}

async function renewed(worker: ServiceWorkerRegistration): Promise<void> {
  const subscription = await subscribed(worker);
  await everySeat((game, token) => add(subscription, game, token));
}

if (callable)
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "subscription") void ready().catch(() => {});
  });

/** Dismisses the notifications of games that no longer ask this browser anything, or of one game. */
export async function settled(worker?: ServiceWorkerRegistration, only?: string): Promise<void> {
  const found = worker ?? (callable ? await navigator.serviceWorker.getRegistration() : undefined);
  for (const notice of (await found?.getNotifications()) ?? []) {
    const [, game = ""] = /^\/play\/([^/]+)$/.exec(String(notice.data)) ?? [];
    if (game && (only === undefined ? await isSettled(game) : game === only)) notice.close();
  }
}

async function isSettled(game: string): Promise<boolean> {
  const now = await podesta.game(game, { token: seatOf(game)?.token }).catch(() => undefined);
  return now !== undefined && !now.questions.length && !now.retraction;
}

/** The reason that the push service last gave for refusing to notify this browser; empty if it does not refuse. */
export async function refusedBecause(): Promise<string> {
  const worker = isCalled() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await worker?.pushManager.getSubscription();
  let why = "";
  if (subscription)
    await everySeat(async (game, token) => {
      for (const { state } of await ofGame(subscription, game, token)) if (state?.failures) why = state.why;
    });
  return why;
}

/** Turns on notifications for every game played here; throws if the browser or the service does not allow them. */
export async function begin(): Promise<void> {
  const worker = await navigator.serviceWorker.register("/worker.js");
  const subscription = await subscribed(worker);
  storage.setItem(CALLED, "yes");
  await everySeat((game, token) => add(subscription, game, token)).catch(async (why: Error) => {
    await end();
    throw why;
  });
}

/** Turns off notifications. */
export async function end(): Promise<void> {
  storage.removeItem(CALLED);
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await everySeat(async (game, token) => {
    const known = await ofGame(subscription, game, token);
    await Promise.all(known.map(({ webhook }) => podesta.removeWebhook(token, webhook, game)));
  }).catch(() => {}); // any webhook left over is refused by the push service from now on, and the service removes it
  await subscription.unsubscribe();
}

/** Subscribes this browser with the service's key, which may have changed. */
async function subscribed({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { push_key: key } = await podesta.transport.json<{ push_key: string }>({ path: "/v1/signing-keys" });
  const found = await pushManager.getSubscription();
  if (found && keyOf(found) === key) return found;
  await found?.unsubscribe();
  return Promise.race([pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }), late()]);
}

/** Rejects after a while: browsers wait forever for a push service that they cannot reach. */
function late(): Promise<never> {
  return new Promise((_, tell) => setTimeout(() => tell(new DOMException("", "AbortError")), PATIENCE));
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Adds a webhook for a seat's turns to this browser, unless there is one. */
async function add(subscription: PushSubscription, game: string, token: string): Promise<void> {
  const { endpoint, keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  if (!endpoint || (await ofGame(subscription, game, token)).length) return;
  const commandId = endpoint.replaceAll(/[^\w-]/g, "").slice(-64);
  const wish = { url: endpoint, push: { p256dh, auth }, warn_seconds: WARNING };
  await podesta.addWebhook(token, wish, game, { commandId });
}

async function ofGame({ endpoint }: PushSubscription, game: string, token: string): Promise<Webhook[]> {
  return (await podesta.webhooks(token, game)).filter(({ url }) => url === endpoint);
}

/** Runs a function for every seat in a running game; throws if the service sends no notifications. */
export async function everySeat(what: (game: string, token: string) => Promise<unknown>): Promise<void> {
  const playing = seats().flatMap(([game, { token, over }]) => (token && !over ? [{ game, token }] : []));
  for (const { game, token } of playing)
    await what(game, token).catch((why: Error) => {
      if (why.name === "operator-only") throw why;
    });
}
