import type { Webhook } from "@podesta/client";
import { installed } from "./screen.svelte";
import { seatOf, seats } from "./seating/seats";
import { podesta } from "./service";
import { storage } from "./storage.svelte";

/** Milliseconds in which somebody says yes, and the browser's push service answers. */
const PATIENCE = 60_000;
const CALLED = "podesta called";
/** Seconds before somebody's time is up in which the last call comes, at the earliest. */
const WARNING = 3_600;

/** Whether this browser can be called while the page is closed. */
export const callable = "serviceWorker" in navigator && "PushManager" in globalThis;

/** Whether it could, once the page is on the home screen: so it is on iPhones and iPads. */
export const wantsHome = !callable && (navigator as { standalone?: boolean }).standalone === false;

/** Whether somebody is called to their turn while the page is closed. */
export function isCalled(): boolean {
  return callable && storage.getItem(CALLED) === "yes";
}

/**
 * What is left of the table when its page is closed, where it is installed or calls to turns: at every start of a page,
 * as a browser may have replaced its subscription, which every running game has to hear.
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

/** Put away the notices of games that ask this browser nothing any more, or of one of them. */
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

/** Why the push service refuses to call this browser, as the service heard it last; empty where it does not. */
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

/** Be called from now on, in every game that is played here; throws where browser or service do not allow that. */
export async function begin(): Promise<void> {
  const worker = await navigator.serviceWorker.register("/worker.js");
  const subscription = await subscribed(worker);
  storage.setItem(CALLED, "yes");
  await everySeat((game, token) => add(subscription, game, token)).catch(async (why: Error) => {
    await end();
    throw why;
  });
}

/** Be called no more. */
export async function end(): Promise<void> {
  storage.removeItem(CALLED);
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await everySeat(async (game, token) => {
    const known = await ofGame(subscription, game, token);
    await Promise.all(known.map(({ webhook }) => podesta.removeWebhook(token, webhook, game)));
  }).catch(() => {}); // what is left, the push service refuses from now on, and the service forgets
  await subscription.unsubscribe();
}

/** The subscription of this browser for the key of the service, which may have been another one before. */
async function subscribed({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { push_key: key } = await podesta.transport.json<{ push_key: string }>({ path: "/v1/signing-keys" });
  const found = await pushManager.getSubscription();
  if (found && keyOf(found) === key) return found;
  await found?.unsubscribe();
  return Promise.race([pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }), late()]);
}

/** Browsers wait without end for a push service that they do not reach. */
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

/** Have a seat's turns told to this browser, once. */
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

/** Do something for every seat of a game that goes on; throws where the service calls nobody. */
export async function everySeat(what: (game: string, token: string) => Promise<unknown>): Promise<void> {
  const playing = seats().flatMap(([game, { token, over }]) => (token && !over ? [{ game, token }] : []));
  for (const { game, token } of playing)
    await what(game, token).catch((why: Error) => {
      if (why.name === "operator-only") throw why;
    });
}
