import "./early";
import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./base.css";
import { wear } from "./store/kept/first";
import { renewal } from "./store/renewal.svelte";
import { spoken, texts } from "./texts";
import { language } from "./texts/files";

// what a page loads later is gone once a new version is deployed
addEventListener("vite:preloadError", () => void renewal.renew().catch(() => {}));
wear();
void spoken.then(() => {
  Object.assign(document.documentElement, { lang: language, dir: texts.dir });
  // a browser that translates replaces text nodes, which would then no longer change: index.html forbids it; what it says
  // itself is seen where scripts or styles do not come
  const target = document.getElementById("table") as HTMLElement;
  target.replaceChildren();
  mount(App, { target });
  if (!location.pathname.startsWith("/play/"))
    void import("./store/calling").then(({ ready }) => ready()).catch(() => {});
});
