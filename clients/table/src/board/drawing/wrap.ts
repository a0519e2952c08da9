/** The width of a character, for one as high as a unit: in the page's font, or serifs of ordinary texts. */
const CHARACTER = measured("") ?? 0.5;
/** How much wider bold letters are. */
export const BOLD = (measured("600 ") ?? 0.55) / CHARACTER;

/** Fonts differ by a fifth, and nobody knows which one a device has. */
function measured(weight: string): number | undefined {
  if (typeof document === "undefined") return undefined;
  const sample = "Pay 1 denier, place a Cube on any Event and gain influence";
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return undefined;
  pen.font = `${weight}100px ${getComputedStyle(document.documentElement).fontFamily}`;
  return pen.measureText(sample).width / sample.length / 100;
}

/** A text in lines that fit a width, at most so many; what does not fit ends in an ellipsis. */
export function wrap(text: string, width: number, size: number, most: number): string[] {
  const room = Math.max(3, Math.floor(width / (size * CHARACTER)));
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, most).map((line) => cut(line, room));
  return lines.length > most ? [...shown.slice(0, -1), cut(`${shown.at(-1)}…`, room)] : shown;
}

function cut(line: string, room: number): string {
  return line.length > room ? `${line.replace(/…$/, "").slice(0, room - 1)}…` : line;
}

/** A text with a capital at its beginning, as titles have one. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
