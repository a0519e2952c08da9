/** Two notes as an alert: their frequencies in hertz, and their starts in seconds. */
const CALL = [
  [659.3, 0],
  [880, 0.16],
] as const;
const LONG = 0.35;

let audio: AudioContext | undefined;

/** Plays an alert, synthesized here. Browsers stay silent until the page has been touched. */
export function call(): void {
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, begins] of CALL) tone(audio, pitch, audio.currentTime + begins);
}

/** Plays a soft sound when something has moved. */
export function tick(): void {
  audio ??= new AudioContext();
  if (audio.state === "running") tone(audio, 330, audio.currentTime, 0.05);
}

function tone(on: AudioContext, pitch: number, begins: number, volume = 0.2): void {
  const [source, loudness] = [on.createOscillator(), on.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, begins);
  loudness.gain.linearRampToValueAtTime(volume, begins + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, begins + LONG);
  source.connect(loudness).connect(on.destination);
  source.start(begins);
  source.stop(begins + LONG);
}
