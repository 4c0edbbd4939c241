import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, wordOf } from "../../src/questions/words";

const at = (line: number): { line: number; character: number } => ({ line: line - 1, character: 2 });

test("questions are told with their lines", () => {
  const two = { kind: "together" as const, positions: [at(4), at(4)] };
  assert.equal(inWords(two), "Can two threads be at line 4 together?");
  assert.equal(inWords({ ...two, positions: [at(4), at(9)] }), "Can threads be at lines 4, 9 together?");
  assert.equal(inWords({ kind: "threads" }), "How many threads are needed?");
  assert.equal(inWords({ kind: "threads", position: at(3) }), "How many threads are needed to get to line 3?");
  assert.equal(inWords({ kind: "invariant", expression: "!a | b" }), "Does !a | b always hold?");
  assert.equal(inWords({ kind: "invariant", expression: "a", position: at(7) }), "Does a always hold at line 7?");
  assert.equal(inWords({ kind: "compare" }), "What has changed since the last run?");
});

test("only a question of yes or no is answered so", () => {
  assert.equal(wordOf({ kind: "invariant", expression: "a" }, "yes"), "yes");
  assert.equal(wordOf({ kind: "threads" }, "yes"), undefined);
  assert.equal(wordOf({ kind: "compare" }, "no"), undefined);
  assert.equal(wordOf({ kind: "threads" }, "unknown"), "unknown");
});
