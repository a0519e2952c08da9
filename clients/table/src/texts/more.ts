import { textsOf } from "./files";
import type { Texts } from "./types";

type More = Texts["more"];

export let after: More["after"];
export let guide: More["guide"];
export let links: More["links"];
export let log: More["log"];
export let menu: More["menu"];
export let mine: More["mine"];
export let opening: More["opening"];
export let orders: More["orders"];
export let play: More["play"];
export let question: More["question"];
export let retract: More["retract"];
export let rules: More["rules"];
export let scrubber: More["scrubber"];
export let settings: More["settings"];
export let sketch: More["sketch"];
export let waiting: More["waiting"];
export let why: More["why"];

/** Resolves when the texts of what is opened on the page are loaded; each part of the page has its own. */
export const spoken: Promise<void> = textsOf("more").then((found) => {
  ({
    after,
    guide,
    links,
    log,
    menu,
    mine,
    opening,
    orders,
    play,
    question,
    retract,
    rules,
    scrubber,
    settings,
    sketch,
    waiting,
    why,
  } = found);
});
