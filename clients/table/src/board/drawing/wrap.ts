const pen = penOf();
/** The assumed width of a character in an unknown font, per unit of height: that of serif fonts in ordinary texts. */
const CHARACTER = 0.5;
const widths = new Map<string, number>();

/** The relative width of bold letters. */
export const BOLD = (sampled("600 ") ?? 0.55) / (sampled("") ?? CHARACTER);

function penOf(): CanvasRenderingContext2D | null {
  if (typeof document === "undefined") return null;
  return document.createElement("canvas").getContext("2d");
}

/** The width of a text in the page's font, if it can be measured: fonts differ by a fifth. */
function measured(text: string, weight = ""): number | undefined {
  if (!pen) return undefined;
  pen.font = `${weight}100px ${getComputedStyle(document.documentElement).fontFamily}`;
  return pen.measureText(text).width / 100;
}

function sampled(weight: string): number | undefined {
  const sample = "Pay 1 denier, place a Cube on any Event and gain influence";
  const width = measured(sample, weight);
  return width && width / sample.length;
}

/** The width of a text, per unit of height; each character is measured only once. */
function widthOf(text: string): number {
  let sum = 0;
  for (const each of text) {
    const width = widths.get(each) ?? measured(each) ?? CHARACTER;
    widths.set(each, width);
    sum += width;
  }
  return sum;
}

/** Breaks a text into at most `most` lines that fit a width; excess text ends in an ellipsis. */
export function wrap(text: string, width: number, size: number, most: number): string[] {
  const room = width / size;
  const lines: string[] = [];
  // a single line is cut at a letter, not at a word
  for (const word of most > 1 ? text.split(" ") : [text]) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(`${line} ${word}`) <= room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, most).map((line) => cut(line, room));
  return lines.length > most ? [...shown.slice(0, -1), ended(shown.at(-1) ?? "", room)] : shown;
}

/** The last line of a longer text: it ends with a whole word and an ellipsis. */
function ended(line: string, room: number): string {
  const words = line.replace("…", "").split(" ");
  while (words.length > 1 && widthOf(`${words.join(" ")}…`) > room) words.pop();
  return cut(`${words.join(" ").replace(/[,;:.]$/, "")}…`, room);
}

/** How much wider than its room a line may be: squeezed letters are more legible than an ellipsis. */
const SQUEEZED = 1.16;

/** A line, or as much of it as fits, but at least two letters. */
function cut(line: string, room: number): string {
  if (widthOf(line) <= room * (line.endsWith("…") ? 1 : SQUEEZED)) return line;
  const letters = [...line.replace(/…$/, "")];
  while (letters.length > 2 && widthOf(`${letters.join("")}…`) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** The font size at which a text fits a width in one line, at most the size wanted. */
export function sized(text: string, width: number, wanted: number): number {
  return Math.min(wanted, Math.floor((10 * width) / widthOf(text)) / 10);
}

/** The length to squeeze a line to, if it is wider than its room. */
export function squeezed(line: string, width: number, size: number): number | undefined {
  return widthOf(line) > width / size ? width : undefined;
}

/** Capitalizes the first letter, as in titles. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
