// Players on boardgame.io's server: `callers.cjs PORT MATCHES`; for each line that it reads they play for that many seconds.
// A move has ended when the other player sees it; both are told of every move. A match that is over is followed by the next.
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { createInterface } = require("node:readline");

const peer = createRequire(join(process.env.PEER, "package.json"));
const { Client } = peer("boardgame.io/dist/cjs/client.js");
const { SocketIO } = peer("boardgame.io/dist/cjs/multiplayer.js");
const { take } = require("./take.cjs");

console.error = () => {}; // a move that came twice is refused, and not counted
const [port, matches] = process.argv.slice(2).map(Number);
let playing = false;
let seen = 0;
let opened = 0;
const waking = new Set();

function match() {
  const matchID = `${process.pid}-${opened++}`;
  let told = -1;
  const players = ["0", "1"].map((playerID) =>
    Client({ game: take, numPlayers: 2, matchID, playerID, multiplayer: SocketIO({ server: `localhost:${port}` }), debug: false }),
  );
  const move = (again) => {
    if (again === true) told = -1;
    const states = players.map((player) => player.getState());
    if (!playing || states.some((state) => !state || !state.isConnected)) return;
    const [, at] = states.map((state) => state._stateID).sort((a, b) => a - b);
    if (states.some((state) => state._stateID < at) || at === told) return;
    seen += told < 0 ? 0 : 1;
    told = at;
    if (states[0].ctx.gameover) {
      for (const player of players) player.stop();
      waking.delete(move);
      match();
      return;
    }
    const count = 1 + Math.floor(Math.random() * 3);
    setImmediate(() => players[Number(states[0].ctx.currentPlayer)].moves.take(count));
  };
  for (const player of players) {
    player.start();
    player.subscribe(move);
  }
  waking.add(move);
}

for (let each = 0; each < matches; each++) match();
setTimeout(() => console.log("ready"), 500);
const told = createInterface({ input: process.stdin });
told.on("close", () => process.exit());
told.on("line", (line) => {
  seen = 0;
  playing = true;
  for (const move of waking) move(true);
  setTimeout(() => {
    playing = false;
    setTimeout(() => console.log(seen), 100);
  }, 1000 * Number(line));
});
