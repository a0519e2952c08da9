// What works while the table is closed, or the network away: a call to one's turn, and a page that says what is wrong.
// It keeps no file of the table, so a new version of the page is there at once.

const ICON = "/apple-touch-icon.png";
/** A silhouette: systems draw what is not clear of it in one colour. */
const BADGE = "/badge.png";
/** Milliseconds for which a notice stays that nobody needs: one has to be shown, or browsers end the subscription. */
const NEEDLESS = 3_000;
const NEWS = {
  en: "There is something new in your games",
  it: "C’è una novità nelle tue partite",
};
const OFFLINE = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Podestà</title>
<style>
  body { min-height: 90dvh; display: grid; place-content: center; gap: 0.6rem; margin: 1rem; text-align: center; font: 1.1rem/1.5 system-ui, sans-serif; background: light-dark(#f4ecdd, #1a1815); color: light-dark(#2b2118, #efe6d6); }
  p { margin: 0; }
  a { justify-self: center; padding: 0.6rem 1.4rem; border-radius: 0.6rem; background: #7a2e22; color: #fff; text-decoration: none; }
</style>
<p>Podestà cannot be reached. Your games are safe.</p>
<p lang="it">Podestà non è raggiungibile. Le tue partite sono al sicuro.</p>
<a href="">Try again · <span lang="it">Riprova</span></a>`;
const HEADERS = {
  "Content-Type": "text/html",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const absent = () => new Response(OFFLINE, { status: 503, headers: HEADERS });
  event.respondWith(fetch(event.request).catch(absent));
});

addEventListener("push", (event) => event.waitUntil(tell(said(event.data))));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** What a message says; whatever it is, something is shown. */
function said(data) {
  const lang = navigator.language.startsWith("it") ? "it" : "en";
  let found;
  try {
    found = data.json();
  } catch {
    found = undefined; // no text, or none of ours
  }
  return { title: "Podestà", body: NEWS[lang], lang, ...(typeof found?.title === "string" ? found : {}) };
}

/** Show a notice, always: silently, and not for long, where the game is before somebody's eyes. */
async function tell({ title, body, lang, game }) {
  const path = typeof game === "string" ? `/play/${game}` : "/";
  const silent = (await all()).some((window) => shows(window, path) && window.visibilityState === "visible");
  const about = { body, lang, tag: path, data: path, icon: ICON, badge: BADGE, silent, renotify: !silent };
  await registration.showNotification(title, about);
  if (!silent) return;
  await new Promise((go) => setTimeout(go, NEEDLESS));
  for (const notice of await registration.getNotifications({ tag: path })) if (notice.silent) notice.close();
}

/** The browser replaces its subscription: the pages that are open tell the service; others do at their start. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  if (!newSubscription && options) await registration.pushManager.subscribe(options);
  for (const window of await all()) window.postMessage("subscription");
}

/** Go to a page of the table in a window that shows it, or in any other of the app; open one where there is none. */
async function open(path) {
  const windows = await all();
  const found = windows.find((window) => shows(window, path)) ?? windows[0];
  if (!found) return clients.openWindow(path);
  await found.focus().catch(() => undefined); // some systems let no window come to the front
  if (!shows(found, path)) await found.navigate(path).catch(() => clients.openWindow(path));
}

function all() {
  return clients.matchAll({ type: "window", includeUncontrolled: true });
}

function shows({ url }, path) {
  return new URL(url).pathname === path;
}
