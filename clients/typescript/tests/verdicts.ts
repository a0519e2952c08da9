// Says of records what it thinks of them: a folder of files `NAME.jsonl`, perhaps with `NAME.lots.json` beside them. With
// `--library`, without WebCrypto, as on a page that came over `http://`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? ".";
if (process.argv[3] === "--library") Object.defineProperty(globalThis, "crypto", { value: {} });
const { Tampered, verify } = await import("@podesta/client");

const verdicts: Record<string, unknown> = {};
for (const name of readdirSync(folder).filter((each) => each.endsWith(".jsonl"))) {
  const lots = JSON.parse(readFileSync(join(folder, name.replace(".jsonl", ".lots.json")), "utf-8"));
  try {
    verdicts[name] = await verify(readFileSync(join(folder, name)), { lots });
  } catch (error) {
    if (!(error instanceof Tampered)) throw error;
    verdicts[name] = { line: error.line, why: error.why };
  }
}
console.log(JSON.stringify(verdicts));
