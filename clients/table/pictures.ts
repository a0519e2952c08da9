import { existsSync, readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import type { Plugin } from "vite";

/** As wide and high as chats and networks show a link's picture. */
const LINK = [1200, 630] as const;
/** Of the icon on home screens. */
const ICON = [512, 512] as const;
/** Of the silhouette beside notices: the towers of the icon, without what is behind them. */
const BADGE = 96;

/** Pictures for those who show no SVG: each game's cover, for links that are shared, and the icon for home screens. */
export function pictured(): Plugin {
  return {
    name: "podesta-pictures",
    apply: "build",
    async generateBundle() {
      for (const ruleset of readdirSync("src/games")) {
        const cover = `src/games/${ruleset}/cover.svg`;
        if (existsSync(cover))
          this.emitFile({ type: "asset", name: `${ruleset}.png`, source: await drawn(cover, LINK) });
      }
      this.emitFile({ type: "asset", fileName: "badge.png", source: await silhouette("public/icon.svg") });
      this.emitFile({ type: "asset", fileName: "apple-touch-icon.png", source: await drawn("public/icon.svg", ICON) });
    },
  };
}

/** The icon in white on nothing, without its ground. */
async function silhouette(svg: string): Promise<Uint8Array> {
  const bare = readFileSync(svg, "utf-8")
    .replace(/<rect[^>]*>/, "")
    .replaceAll(/fill="[^"]*"/g, 'fill="#fff"');
  return new Uint8Array(await sharp(Buffer.from(bare), { density: 300 }).resize(BADGE, BADGE).png().toBuffer());
}

async function drawn(svg: string, [width, height]: readonly [number, number]): Promise<Uint8Array> {
  const picture = sharp(svg, { density: 300 })
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#7a2e22" });
  return new Uint8Array(await picture.png({ palette: true, quality: 80 }).toBuffer());
}
