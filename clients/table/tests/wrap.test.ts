import assert from "node:assert/strict";
import { test } from "node:test";
import { wrap } from "../src/board/drawing/wrap";

test("words go on in the next line, and what has no room ends in an ellipsis", () => {
  assert.deepEqual(wrap("carriage house", 60, 12, 2), ["carriage", "house"]);
  assert.deepEqual(wrap("carriage house", 200, 12, 2), ["carriage house"]);
  assert.equal(wrap("one two three four five six", 30, 12, 2).length, 2);
  assert.match(wrap("one two three four five six", 60, 12, 1)[0] ?? "", /…$/);
});
