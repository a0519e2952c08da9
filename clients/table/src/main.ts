import "./early";
import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./base.css";
import { wear } from "./store/kept/first";
import { renewal } from "./store/renewal.svelte";
import { spoken, texts } from "./texts";
import { language } from "./texts/files";

// the chunks that a page loads later are gone once a new version is deployed
addEventListener("vite:preloadError", () => void renewal.renew().catch(() => {}));
wear();
void spoken.then(() => {
  Object.assign(document.documentElement, { lang: language, dir: texts.dir });
  // a browser's translation would replace text nodes, which would then no longer update, so index.html forbids it; that
  // page's own content is shown if scripts or styles fail to load
  const target = document.getElementById("table") as HTMLElement;
  target.replaceChildren();
  mount(App, { target });
  if (!location.pathname.startsWith("/play/"))
    void import("./store/calling").then(({ ready }) => ready()).catch(() => {});
});
