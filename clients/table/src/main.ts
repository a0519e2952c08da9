import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { router } from "./routes.svelte";
import { askAhead } from "./store/ahead";
import { language } from "./store/service";

// a link that brings a seat is looked at by the page itself
if (router.route.page === "game" && !location.hash) askAhead(router.route.game);

document.documentElement.lang = language;
mount(App, { target: document.getElementById("table") as HTMLElement });
