import assert from "node:assert/strict";
import { test } from "node:test";
import type { Beside } from "../../src/trace/beside";
import { besideLine, withBeside } from "../../src/trace/beside";
import type { Row } from "../../src/trace/rows";

const BESIDE: Beside = {
  start: [["free", "1"]],
  steps: [{ step: 2, line: 5, values: [["free", "0"]] }],
  parts: { step: 3, why: "free > 0" },
};

function row(step: number): Row {
  return {
    step,
    thread: 1,
    line: step,
    text: "skip",
    assume: false,
    local: true,
    looks: [],
    own: [],
    woken: [],
    waits: [],
    shared: [],
  };
}

test("rows show integers as they change, and where the programs part", () => {
  const rows = withBeside([0, 1, 2, 3].map(row), BESIDE);
  assert.deepEqual(
    rows.map(({ beside }) => beside),
    [{ changes: ["free = 1"] }, { changes: [] }, { changes: ["free 1 -> 0"] }, { changes: [], parts: "free > 0" }],
  );
  assert.deepEqual(
    rows.map(({ local }) => local),
    [false, true, false, false],
    "what integers do is not folded away",
  );
});

test("the line of the integer program is that of the last edge that it took, until they part", () => {
  assert.deepEqual(
    [1, 2, 3].map((step) => besideLine(BESIDE, step)),
    [undefined, 5, undefined],
  );
});
