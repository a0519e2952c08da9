import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { packed } from "./packing.ts";
import { pictured } from "./pictures.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const CLIENT = at("../typescript/src");
/**
 * What checks records, what shared games want, and what plays by turns: it is loaded when somebody asks for that, which
 * the table never does of turns.
 */
const LATER = /\/verify\/|\/(turns?|chains|sharing)\.ts$/;
/** Chunks that are asked for so seldom that the client has no list of what comes with them: that follows one by one. */
const SELDOM = /sharing|sha2|hmac|signatures|heads|verify/;
/** What such modules import is not drawn into their chunk. */
const ALONE = { includeDependenciesRecursively: false };
/**
 * The client is a chunk of its own, beside its libraries; what loads chunks is Vite's, and no part of it. What boards
 * draw with is one chunk: a dozen small ones would be larger.
 */
const CHUNKS = [
  { name: "loading", test: /vite\/preload-helper/, priority: 2 },
  { name: "libraries", test: /node_modules\/(eventsource-parser|immutable-json-patch)\//, priority: 2 },
  { name: "drawing", test: /table\/src\/board\/(drawing\/|identity|playing|Drawing)/, priority: 1, ...ALONE },
  { name: "start", tags: ["$initial" as const], ...ALONE },
  { name: "client", test: (id: string) => id.startsWith(CLIENT) && !LATER.test(id), priority: 1 },
];
/** A file of texts is called by its language, too: `page.en`. */
const TEXTS = /texts\/([^/]+)\/([^/]+)\.json$/;
const SERVICE = process.env.PODESTA_SERVICE ?? "http://localhost:8080";

/** The client is built from its sources, and what it needs is found beside what the table needs. */
const client: Plugin = {
  name: "podesta-client",
  enforce: "pre",
  resolveId(source, importer, options) {
    if (source === "@podesta/client") return `${CLIENT}/index.ts`;
    const foreign = importer?.startsWith(CLIENT) && !source.startsWith(".") && !source.startsWith("/");
    return foreign ? this.resolve(source, at("src/main.ts"), { ...options, skipSelf: true }) : null;
  },
};

function named({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, language, file] = TEXTS.exec(facadeModuleId ?? "") ?? [];
  return `assets/${file ? `${file}.${language}` : "[name]"}-[hash].js`;
}

export default defineConfig({
  plugins: [client, svelte(), pictured(), packed()],
  build: {
    outDir: at("../../service/podesta_service/rest/page/built"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (name, needed) => (SELDOM.test(name) ? [] : needed) },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: named } },
  },
  server: {
    port: 5173,
    fs: { allow: [at("."), CLIENT] },
    proxy: { "/v1": { target: SERVICE, changeOrigin: true }, "/problems": SERVICE },
  },
});
