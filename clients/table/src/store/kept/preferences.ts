import { storage } from "../storage.svelte";

const CAUTION = "podesta caution";
const LOUD = "podesta sound";
const TEMPO = "podesta pace";
const TICKING = "podesta piece sounds";
const BY_HAND = "podesta by hand";
const MUTED = "podesta muted";

/** Which answers need confirmation: none, those that reveal secrets for good, or all. */
export type Caution = "none" | "final" | "all";

export function caution(): Caution {
  const kept = storage.getItem(CAUTION);
  return kept === "none" || kept === "all" ? kept : "final";
}

export function setCaution(wanted: Caution): void {
  storage.setItem(CAUTION, wanted);
}

/** Whether a sound alerts the player to a turn. */
export function isLoud(): boolean {
  return storage.getItem(LOUD) === "yes";
}

export function setLoud(loud: boolean): void {
  storage.setItem(LOUD, loud ? "yes" : "no");
}

/** Whether a soft sound indicates that others have moved. */
export function isTicking(): boolean {
  return storage.getItem(TICKING) === "yes";
}

export function setTicking(ticking: boolean): void {
  storage.setItem(TICKING, ticking ? "yes" : "no");
}

/** Whether a question with one answer is answered automatically. */
export function isForced(): boolean {
  return storage.getItem(BY_HAND) !== "yes";
}

export function setForced(forced: boolean): void {
  storage.setItem(BY_HAND, forced ? "no" : "yes");
}

/** How long each of the others' moves is shown. */
export type Tempo = "slow" | "normal" | "fast" | "at once";

export function tempo(): Tempo {
  const kept = storage.getItem(TEMPO);
  return kept === "slow" || kept === "fast" || kept === "at once" ? kept : "normal";
}

export function setTempo(wanted: Tempo): void {
  storage.setItem(TEMPO, wanted);
}

/** Whether other players' phrases are hidden. */
export function isMuted(): boolean {
  return storage.getItem(MUTED) === "yes";
}

export function setMuted(muted: boolean): void {
  storage.setItem(MUTED, muted ? "yes" : "no");
}
