// Plays a whole game while somebody kills the service again and again: `node survive.js rest` or `grpc`. It prints each
// revision that its stream tells, and at last whether every one of them came once.
import { connectGrpc, play } from "@podesta/client/grpc";
import { anything, client, GRPC, opened } from "./kit.js";

const podesta = client({ patience: 60_000 });
const { game, seats, tokens } = await opened(podesta, 9);
const slowly = <T>(value: T): Promise<T> => new Promise((done) => setTimeout(done, 40, value));

async function overGrpc(): Promise<void> {
  const channel = connectGrpc(GRPC, { language: "it" });
  const choose = (asked: Parameters<Parameters<typeof play>[2]>[0]): Promise<string> => {
    const options = asked.questions[0]?.options ?? [];
    return slowly(options[Math.floor(Math.random() * options.length)]?.word ?? "");
  };
  await Promise.all(tokens.map(({ token }) => play(channel, token, choose)));
}

async function told(): Promise<number[]> {
  const revisions: number[] = [];
  for await (const event of podesta.watch(game.game, { after: 0 })) {
    if (event.event !== "update") continue;
    revisions.push(event.data.revision);
    console.log(`revision ${event.data.revision}`);
  }
  return revisions;
}

const over =
  process.argv[2] === "grpc"
    ? overGrpc()
    : Promise.all(seats.map((seat) => seat.play((turn) => slowly(anything(turn)))));
const [revisions] = await Promise.all([told(), over]);
const { revision, status } = await podesta.game(game.game);
const whole = revisions.length === revision && revisions.every((each, index) => each === index + 1);
console.log(`${status}, ${whole ? "whole" : revisions}`);
process.exit();
