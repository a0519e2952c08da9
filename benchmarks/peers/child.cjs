// What child.py is for libraries of Python, for boardgame.io: a game without a server, played by its own client.
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { createInterface } = require("node:readline");

const { Client } = createRequire(join(process.env.PEER, "package.json"))("boardgame.io/dist/cjs/client.js");
const { take } = require("./take.cjs");

function play() {
  const client = Client({ game: take, numPlayers: 2, debug: false });
  let moves = 0;
  client.start();
  for (; !client.getState().ctx.gameover; moves++) client.moves.take(1 + Math.floor(Math.random() * 3));
  client.stop();
  return moves;
}

function used(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

play();
console.log("ready");
createInterface({ input: process.stdin }).on("line", (line) => {
  const began = process.cpuUsage();
  let moves = 0;
  while (used(began) < Number(line)) moves += play();
  console.log(moves, used(began));
});
