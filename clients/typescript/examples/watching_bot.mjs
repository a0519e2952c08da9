// A bot on nothing but the messages and a library for gRPC: it watches its game and answers by calls of their own, as the
// page "Write your own client" says. PODESTA_TARGET=localhost:50051 PODESTA_TOKEN=… PODESTA_GAME=… node watching_bot.mjs
import { randomUUID } from "node:crypto";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fromBinary } from "@bufbuild/protobuf";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { GameMaster, ProblemSchema, Status } from "@podesta/client/grpc";

const { PODESTA_TARGET: target = "localhost:50051", PODESTA_TOKEN: token = "", PODESTA_GAME: game = "" } = process.env;
const SEND_AGAIN = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.Unknown, Code.Internal]);
const BUSY = new Set(["too-many-requests", "store-full", "too-slow"]);
const DECIDE_AGAIN = new Set(["stale-revision", "not-your-turn", "illegal-answer", "game-over"]);

const master = createClient(GameMaster, createGrpcTransport({ baseUrl: `http://${target}` }));
const bearer = { headers: { Authorization: `Bearer ${token}` } };
let newest = 0n;
let pause = 100;

/** Milliseconds that `google.rpc.RetryInfo` asks for: its only field, with one byte each for tag and length, is a Duration. */
function told({ details }) {
  const { value } = details.find(({ type }) => type === "google.rpc.RetryInfo") ?? {};
  if (!value) return 0;
  const { seconds, nanos } = fromBinary(DurationSchema, value.subarray(2));
  return Number(seconds) * 1000 + nanos / 1e6;
}

/** Waits before the next try, longer each time; throws what no other try can mend. */
async function wait(failure) {
  const error = ConnectError.from(failure);
  const [problem] = error.findDetails(ProblemSchema);
  if (!(SEND_AGAIN.has(error.code) || BUSY.has(problem?.type))) throw failure;
  await sleep(Math.max(pause, told(error)));
  pause = Math.min(2 * pause, 5_000);
}

/** Answers the newest question: the same command, until it is known what became of it. */
async function answer({ revision, questions: [{ kind, options }] }) {
  const { word } = options[Math.floor(Math.random() * options.length)];
  const command = { game, revision, commandId: randomUUID(), answers: [{ question: kind, option: word }], minimal: true };
  for (;;) {
    try {
      await master.answer(command, bearer);
      pause = 100;
      return;
    } catch (failure) {
      const [problem] = ConnectError.from(failure).findDetails(ProblemSchema);
      if (DECIDE_AGAIN.has(problem?.type)) return; // what comes on the stream says what is asked now
      await wait(failure);
    }
  }
}

/** Follows the game from what it is now; whether it has ended. */
async function follow() {
  for await (const { response } of master.watch({ game }, bearer)) {
    const seen = response.case === "update" ? response.value.after : response.case === "game" ? response.value : null;
    if (!seen || seen.revision <= newest) continue; // a heartbeat, something newer than this bot, or a repetition
    newest = seen.revision;
    if (seen.status === Status.ENDED) return true;
    if (seen.questions.length) await answer(seen);
  }
  return false;
}

for (let over = false; !over; ) {
  newest = 0n;
  try {
    over = await follow();
  } catch (failure) {
    await wait(failure);
  }
}
console.log("the game is over");
process.exit(0);
