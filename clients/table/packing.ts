import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|html|svg)$/;

/** Beside each text of the build, the same compressed: the service has nothing to compress when it is asked. */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "podesta-packed",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () =>
      files(folder)
        .filter((name) => TEXTS.test(name))
        .forEach(pack),
  };
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function pack(name: string): void {
  const plain = readFileSync(name);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${name}.br`, brotliCompressSync(plain, quality));
  writeFileSync(`${name}.gz`, gzipSync(plain, { level: 9 }));
}
