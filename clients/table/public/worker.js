// What works while the table is closed, or the network away: a call to one's turn, and a page that says what is wrong.
// It keeps no file of the table, so a new version of the page is there at once.

const ICON = "/icon.svg";
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

addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Show a notice, unless somebody has the game before them. */
async function tell({ title, body, lang, game }) {
  const path = game ? `/play/${game}` : "/";
  const windows = await at(path);
  if (windows.some(({ visibilityState }) => visibilityState === "visible")) return;
  await registration.showNotification(title, { body, lang, tag: path, data: path, icon: ICON, badge: ICON });
}

/** Open a page of the table, or go to the window that shows it. */
async function open(path) {
  const [window] = await at(path);
  await (window ? window.focus() : clients.openWindow(path));
}

/** The windows that show a page. */
async function at(path) {
  const windows = await clients.matchAll({ type: "window" });
  return windows.filter(({ url }) => new URL(url).pathname === path);
}
