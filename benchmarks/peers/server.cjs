// boardgame.io's own server, which keeps matches in memory: `server.cjs PORT` says when it listens, and as which
// process; it ends with whoever started it.
const { createRequire } = require("node:module");
const { join } = require("node:path");

const { Server } = createRequire(join(process.env.PEER, "package.json"))("boardgame.io/dist/cjs/server.js");
const { take } = require("./take.cjs");

const quiet = console.log;
console.info = console.log = () => {};
Server({ games: [take], origins: [/localhost/, /127\.0\.0\.1/] }).run({
  port: Number(process.argv[2]),
  callback: () => quiet(process.pid),
});
process.stdin.on("end", () => process.exit()).resume();
