import { storage } from "./storage.svelte";

const ALWAYS = "podesta list";

/** Whether the player wants choices listed even where all of them can be touched on the board. */
class Listing {
  #always = $state(storage.getItem(ALWAYS) === "yes");

  get always(): boolean {
    return this.#always;
  }

  set always(wanted: boolean) {
    this.#always = wanted;
    storage.setItem(ALWAYS, wanted ? "yes" : "no");
  }
}

export const listing = new Listing();
