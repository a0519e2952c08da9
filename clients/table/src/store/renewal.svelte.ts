import { pause } from "@podesta/client";
import { podesta } from "./service";
import { storage } from "./storage.svelte";

const RENEWED = "podesta renewed";
/** Milliseconds within which a reloaded page is not reloaded again. */
const ONCE = 60_000;
/** Milliseconds to wait for a page that is being left: that cuts off its loading, and is no reason to reload. */
const LEAVING = 1_000;

/** Whether parts of the page are gone, and reloading has not helped. */
class Renewal {
  stuck = $state(false);

  /** Reloads the page, once: a new version was deployed, and parts of the old one are gone. */
  async renew(): Promise<void> {
    const gone = new AbortController();
    addEventListener("pagehide", () => gone.abort(), { once: true });
    await pause(LEAVING, gone.signal);
    const before = Number(storage.getItem(RENEWED) ?? 0);
    const there = await podesta.rulesets().then(
      () => true,
      () => false,
    );
    if (!there || Date.now() - before < ONCE) this.stuck = true;
    else if (storage.setItem(RENEWED, String(Date.now()))) location.reload();
    else this.stuck = true;
  }
}

export const renewal = new Renewal();
