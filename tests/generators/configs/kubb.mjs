import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  input: { path: process.env.DESCRIPTION },
  output: { path: `${process.env.OUT}/kubb`, format: false, extension: { ".ts": "" } },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs({ output: { path: "types" } }),
    pluginClient({ output: { path: "calls" }, client: "fetch", bundle: true }),
  ],
});
