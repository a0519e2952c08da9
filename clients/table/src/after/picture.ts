/** Pixels of the picture per pixel of the page. */
const SCALE = 2;
/** Pixels of the page around the board, so that shadows are not cut off. */
const MARGIN = 12;
const SVG = "http://www.w3.org/2000/svg";

/** Renders the board on the page as a PNG, without highlights. */
export async function pictureOf(drawn: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawn.getBoundingClientRect();
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  for (const each of copy.querySelectorAll(".lit")) each.classList.remove("lit");
  const { color, fontFamily, fontSize } = getComputedStyle(drawn);
  Object.assign(copy.style, { color, fontFamily, fontSize });
  copy.dataset.theme = isDark() ? "dark" : "light";
  const style = document.createElementNS(SVG, "style");
  style.textContent = await rules();
  copy.prepend(style);
  const image = await loaded(new XMLSerializer().serializeToString(copy));
  const canvas = new OffscreenCanvas((width + 2 * MARGIN) * SCALE, (height + 2 * MARGIN) * SCALE);
  const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, MARGIN * SCALE, MARGIN * SCALE, width * SCALE, height * SCALE);
  return canvas.convertToBlob();
}

/** Saves a picture as a file. */
export function save(picture: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(picture), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  return image;
}

/** All style rules of the page. A picture cannot load anything, so its fonts are embedded. */
async function rules(): Promise<string> {
  const all = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  return (await Promise.all(all.map((rule) => (rule instanceof CSSFontFaceRule ? faceOf(rule) : rule.cssText)))).join(
    "",
  );
}

async function faceOf({ cssText }: CSSFontFaceRule): Promise<string> {
  const [found = "", address = ""] = /url\("([^"]+)"\)/.exec(cssText) ?? [];
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const text = Array.from(bytes, (each) => String.fromCharCode(each)).join("");
  return cssText.replace(found, `url("data:font/woff2;base64,${btoa(text)}")`);
}
