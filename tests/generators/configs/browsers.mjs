// Which browsers built code has to run in: those that have what is "Baseline widely available", which is what all of them
// could do two and a half years ago.
import css from "@eslint/css";
import baseline from "eslint-plugin-baseline-js";
import compat from "eslint-plugin-compat";

const GUARDED = [
  "abortsignal-any", // the client does without where it is missing
  "abortsignal-timeout", // there since 2022; until 2024 some browsers gave its error another name, which nobody reads
  "async-clipboard", // writing text is there since 2020, and its button only where it is
  "badging", // the badge of an installed page, where there are any
  "share", // its button is there only where it is
];
/** Of these, what the other linter knows by its names. */
const CALLED = ["navigator.setAppBadge", "navigator.clearAppBadge"];
/** What changes looks alone: a browser that does not know it leaves nothing out. */
const LOOKS = ["accent-color", "overscroll-behavior", "paint-order", "scrollbar-gutter", "scrollbar-width", "text-wrap"];
const ALL = { preset: "heuristic" };
const STRICT = { noInlineConfig: true };

export default [
  {
    files: ["**/*.js"],
    plugins: { compat, "baseline-js": baseline },
    linterOptions: STRICT,
    settings: { targets: ["baseline widely available"], lintAllEsApis: true, polyfills: CALLED },
    rules: {
      "compat/compat": "error",
      "baseline-js/use-baseline": [
        "error",
        { available: "widely", includeWebApis: ALL, includeJsBuiltins: ALL, ignoreFeatures: GUARDED },
      ],
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    linterOptions: STRICT,
    rules: { "css/use-baseline": ["error", { available: "widely", allowProperties: LOOKS }] },
  },
];
