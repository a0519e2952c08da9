import { storage } from "../storage.svelte";

const CAUTION = "podesta caution";
const LOUD = "podesta sound";
const TEMPO = "podesta pace";
const TICKING = "podesta piece sounds";
const BY_HAND = "podesta by hand";
const MUTED = "podesta muted";

/** Before which answers the table asks once more: before none, before those that show secrets for good, before each. */
export type Caution = "none" | "final" | "all";

export function caution(): Caution {
  const kept = storage.getItem(CAUTION);
  return kept === "none" || kept === "all" ? kept : "final";
}

export function setCaution(wanted: Caution): void {
  storage.setItem(CAUTION, wanted);
}

/** Whether the table calls whoever is asked with a sound. */
export function isLoud(): boolean {
  return storage.getItem(LOUD) === "yes";
}

export function setLoud(loud: boolean): void {
  storage.setItem(LOUD, loud ? "yes" : "no");
}

/** Whether a soft sound tells that others have moved. */
export function isTicking(): boolean {
  return storage.getItem(TICKING) === "yes";
}

export function setTicking(ticking: boolean): void {
  storage.setItem(TICKING, ticking ? "yes" : "no");
}

/** Whether a question with one answer is answered by itself. */
export function isForced(): boolean {
  return storage.getItem(BY_HAND) !== "yes";
}

export function setForced(forced: boolean): void {
  storage.setItem(BY_HAND, forced ? "no" : "yes");
}

/** How long others' moves are shown, one by one. */
export type Tempo = "slow" | "normal" | "fast" | "at once";

export function tempo(): Tempo {
  const kept = storage.getItem(TEMPO);
  return kept === "slow" || kept === "fast" || kept === "at once" ? kept : "normal";
}

export function setTempo(wanted: Tempo): void {
  storage.setItem(TEMPO, wanted);
}

/** Whether what other players say is left out. */
export function isMuted(): boolean {
  return storage.getItem(MUTED) === "yes";
}

export function setMuted(muted: boolean): void {
  storage.setItem(MUTED, muted ? "yes" : "no");
}
