// Plays a seat over gRPC until its game has ended: PODESTA_TARGET=localhost:50051 PODESTA_TOKEN=… node bot.mjs
import process from "node:process";
import { connectGrpc, play } from "@podesta/client/grpc";

const { PODESTA_TARGET: target = "localhost:50051", PODESTA_TOKEN: token = "" } = process.env;

/** Any of the options of the question. */
function choose({ questions: [question] }) {
  const words = question.options.map(({ word }) => word);
  return words[Math.floor(Math.random() * words.length)];
}

const { result } = await play(connectGrpc(`http://${target}`), token, choose);
for (const { rank, seat, score } of result.standings) console.log(`${rank}. seat ${seat}: ${score} points`);
process.exit(0);
