import assert from "node:assert/strict";
import { test } from "node:test";
import type { TraceDocument } from "../../src/trace/document";
import { lanes } from "../../src/trace/lanes";
import { rows } from "../../src/trace/rows";
import { layout } from "../../webview/layout";
import { Pen } from "../../webview/pen";
import { Places } from "../../webview/places";
import { EXAMPLE, step, thread } from "./example";

const EM = 10;
const ROW = 22;
/** The middle of the labels of T1 and T2 in lanes of 300 pixels. */
const [FIRST, SECOND] = [21, 321];

/** T1 creates T2, and T3, which never acts; it waits for the end of T2. */
const JOIN: TraceDocument = {
  ...EXAMPLE,
  steps: [
    step(1, 3, "start", { created: 2, threads: [thread(2, 12, [false, false])] }),
    step(1, 4, "start", { created: 3, threads: [thread(3, 12, [false, false])] }),
    step(1, 5, "join", { blocked: [{ thread: 1, on: "the end of T2" }] }),
    step(2, 12, "return", { ended: 2, woken: [1] }),
  ],
};

/** T1 joins T2, which has ended before. */
const LATE: TraceDocument = {
  ...EXAMPLE,
  steps: [
    step(1, 3, "start", { created: 2, threads: [thread(2, 12, [false, false])] }),
    step(2, 12, "return", { ended: 2 }),
    step(1, 4, "skip"),
    step(1, 5, "join", { joined: 2 }),
  ],
};

/** The edge to the step that joins T2, in the window of these steps. */
function joining(trace: TraceDocument, steps: number[]): string[] {
  const all = lanes(trace);
  const from = steps[0] ?? 0;
  const places = new Places(rows(trace).length, ROW, ROW);
  const pen = new Pen({ ...layout(all, 4, 1000, EM), lane: 300, row: ROW }, places, EM, from);
  return all.flatMap((lane) => pen.joining(lane, steps)).map(({ d }) => d);
}

/** The edges of the row of a step. */
function edges(number: number): string[] {
  const all = rows(JOIN);
  const places = new Places(all.length, ROW, ROW);
  const pen = new Pen({ ...layout(lanes(JOIN), 4, 1000, EM), lane: 300, row: ROW }, places, EM, 0);
  return pen.row(all[number] as (typeof all)[number], number).map(({ d }) => d);
}

test("an edge leads from the creator of a thread to its lane, if it has one", () => {
  assert.deepEqual(edges(1), [`M ${FIRST} 33 V 41 H ${SECOND}`]);
  assert.deepEqual(edges(2), []);
});

test("an edge leads from the end of a thread to the one that waited for it", () => {
  assert.deepEqual(edges(3), []);
  assert.deepEqual(edges(4), [`M ${SECOND} 107 H ${FIRST}`]);
});

test("an edge leads from the end of a thread to the later step that joins it", () => {
  assert.deepEqual(joining(LATE, [0, 1, 2, 3, 4]), [`M ${SECOND} 63 V 91 H ${FIRST}`]);
  assert.deepEqual(joining(LATE, [0, 1, 2, 3]), [`M ${SECOND} 63 V 88`]);
  assert.deepEqual(joining(LATE, [0, 1, 2]), []);
  assert.deepEqual(joining(LATE, [4]), [`M ${SECOND} -3 V 3 H ${FIRST}`]);
  const waited = LATE.steps.map((step) => (step.ended === undefined ? step : { ...step, woken: [1] }));
  assert.deepEqual(joining({ ...LATE, steps: waited }, [0, 1, 2, 3, 4]), []);
});
