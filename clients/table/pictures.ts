import { existsSync, readdirSync } from "node:fs";
import sharp from "sharp";
import type { Plugin } from "vite";

/** As wide and high as chats and networks show a link's picture. */
const LINK = [1200, 630] as const;
/** Of the icon on home screens. */
const ICON = [512, 512] as const;

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
      this.emitFile({ type: "asset", fileName: "apple-touch-icon.png", source: await drawn("public/icon.svg", ICON) });
    },
  };
}

async function drawn(svg: string, [width, height]: readonly [number, number]): Promise<Uint8Array> {
  const picture = sharp(svg, { density: 300 })
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#7a2e22" });
  return new Uint8Array(await picture.png({ palette: true, quality: 80 }).toBuffer());
}
