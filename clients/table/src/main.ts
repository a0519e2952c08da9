import "./early";
import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { language } from "./store/service";

document.documentElement.lang = language;
mount(App, { target: document.getElementById("table") as HTMLElement });
