import assert from "node:assert/strict";
import { test } from "node:test";
import { botsFor } from "../src/store/options";

test("a network is offered at the tables that it has learned, other bots at every one", () => {
  const catalogue = { bots: ["greedy", "net", "strong"], net_seats: [2, 4] };
  assert.deepEqual(botsFor(catalogue, 2), ["greedy", "net", "strong"]);
  assert.deepEqual(botsFor(catalogue, 3), ["greedy", "strong"]);
});
