import assert from "node:assert/strict";
import { test } from "node:test";
import type { LineStates } from "../../src/protocol";
import { filtered } from "../../src/states/filter";

const known: LineStates = {
  line: 4,
  statement: "lock := T",
  headline: "Reachable by some thread - 3 thread states",
  variables: null,
  always: [],
  threads: null,
  seen: [],
  columns: [
    { name: "lock", shared: true },
    { name: "{a b}", shared: true },
    { name: "mine", shared: false },
  ],
  states: ["TTF", "TFF", "FTT"],
  count: 3,
};

test("no conditions leave all states", () => {
  assert.deepEqual(filtered(known, "  "), { states: known.states });
});

test("a name wants T, a negated one F, and all conditions have to hold", () => {
  assert.deepEqual(filtered(known, "lock").states, ["TTF", "TFF"]);
  assert.deepEqual(filtered(known, "!lock").states, ["FTT"]);
  assert.deepEqual(filtered(known, "lock & {a b}").states, ["TTF"]);
  assert.deepEqual(filtered(known, "lock, !{a b}").states, ["TFF"]);
  assert.deepEqual(filtered(known, "lock mine").states, []);
});

test("values can be written out", () => {
  assert.deepEqual(filtered(known, "lock = F").states, ["FTT"]);
  assert.deepEqual(filtered(known, "{a b}=T, mine = F").states, ["TTF"]);
  assert.deepEqual(filtered(known, "!lock = F").states, ["TTF", "TFF"]);
});

test("an unknown name is a problem, and hides nothing", () => {
  assert.deepEqual(filtered(known, "lock & lok"), { states: known.states, problem: "No variable is called lok." });
});
