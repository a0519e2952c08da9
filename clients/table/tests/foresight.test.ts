import assert from "node:assert/strict";
import { test } from "node:test";
import { Foresight } from "../src/store/answering/foresight";

test("nothing is looked up ahead while that is refused, and again after a while", async (context) => {
  context.mock.timers.enable({ apis: ["Date"] });
  const [foresight, refused] = [new Foresight(), (_: number) => Promise.reject(new Error("time is up"))];
  let asked = 0;
  const look = () => foresight.ahead(() => refused(asked++));
  for (let second = 0; second < 20; second++) {
    for (let often = 0; often < 20; often++) assert.equal(await look(), undefined);
    context.mock.timers.tick(1_000);
  }
  assert.equal(asked, 4);
  const seen = { stop: "question" };
  context.mock.timers.tick(60_000);
  assert.equal(await foresight.ahead(() => Promise.resolve(seen as never)), seen);
  await look();
  assert.equal(asked, 5);
});
