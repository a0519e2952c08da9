import { OptionDefaults } from "typedoc";

/** How the reference of the package is made: `npm run docs`. */
export default {
  entryPoints: ["src/index.ts", "src/grpc/index.ts"],
  plugin: ["typedoc-plugin-markdown"],
  out: "docs",
  name: "@podesta/client",
  blockTags: [...OptionDefaults.blockTags, "@description", "@enum", "@generated"],
  excludeExternals: true,
  excludePrivate: true,
  intentionallyNotExported: ["components", "Transport", "Value", "View", "Told", "Watching", "Acting"],
  treatWarningsAsErrors: true,
  skipErrorChecking: true, // the build has compiled the very same files
  hideGenerator: true,
  disableSources: true,
};
