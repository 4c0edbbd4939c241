import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "../../src/verdict";
import { icon, worstFirst } from "../../src/verdict";

test("a text that begins with a verdict has its icon", () => {
  assert.equal(icon("proved - holds for 3 threads"), "$(pass) ");
  assert.equal(icon("violated - after 5 steps"), "$(error) ");
  assert.equal(icon("unknown: cancelled"), "$(question) ");
  assert.equal(icon("data race on `hits`: server writes - needs 2 threads, 5 steps"), "$(error) ");
  assert.equal(icon("invalid pointer - found with 3 threads, 20 steps"), "$(error) ");
  assert.equal(icon("value x leaves its range 0..2 - after 3 steps"), "$(error) ");
});

test("several verdicts have the icon of the worst, which comes first", () => {
  assert.equal(icon("1 violated, 2 proved"), "$(error) ");
  assert.equal(icon("2 unknown, 1 proved"), "$(question) ");
});

test("all other texts have none", () => {
  for (const text of [
    "checking 1/3",
    "not checked",
    "stale: proved - holds",
    "stale: data race - needs 2 threads",
    "Replay counterexample",
  ]) {
    assert.equal(icon(text), "");
  }
});

test("what is violated comes before what is undecided, and that before what holds", () => {
  const all = ["proved", null, "unknown", "violated", "proved"].map((verdict, index) => ({ verdict, index }));
  const sorted = worstFirst(all as { verdict: Verdict | null; index: number }[]);
  assert.deepEqual(
    sorted.map(({ index }) => index),
    [3, 2, 0, 4, 1],
  );
});
