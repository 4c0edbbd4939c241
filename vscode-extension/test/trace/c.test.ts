import assert from "node:assert/strict";
import { test } from "node:test";
import type { TraceDocument } from "../../src/trace/document";
import type { Row } from "../../src/trace/rows";
import { rows } from "../../src/trace/rows";
import { traceText } from "../../src/trace/text";
import { lines } from "../../src/trace/view";
import { changedVariable, summary, wakeUps } from "../../src/trace/wording";
import { at, EXAMPLE, step } from "./example";

/** T1 creates T2, which reads `hits` before T1 writes it, waits for a mutex, and ends. */
const C: TraceDocument = {
  ...EXAMPLE,
  program: "hits.c",
  kind: "c",
  property: { id: "assertion_9", kind: "check", name: "assert(hits == 2) fails", range: at(9), thread: 1 },
  shared: ["hits", "heap1.refs"],
  procedures: [
    { name: "main", variables: ["object"] },
    { name: "worker", variables: [] },
  ],
  initial: {
    shared: [0, null],
    atomic: null,
    threads: [{ number: 1, thread_local: [], frames: [{ procedure: 0, range: at(3), values: [null] }] }],
  },
  steps: [
    step(1, 3, "object = malloc(8)", {
      begins: true,
      threads: [{ number: 1, thread_local: [], frames: [{ procedure: 0, range: at(4), values: ["&heap1"] }] }],
    }),
    step(1, 4, "pthread_create(&t, 0, worker, 0)", {
      begins: true,
      created: 2,
      threads: [{ number: 2, thread_local: [], frames: [{ procedure: 1, range: at(12), values: [] }] }],
    }),
    step(2, 12, "hits++", { begins: true, accesses: [{ kind: "read", variable: "hits", before: 0, after: 0 }] }),
    step(1, 5, "hits++", { begins: true, accesses: [{ kind: "read", variable: "hits", before: 0, after: 0 }] }),
    step(1, 5, "hits++", {
      shared: [[0, 1]],
      accesses: [{ kind: "write", variable: "hits", before: 0, after: 1 }],
      blocked: [{ thread: 2, on: "mutex `lock`, held by T1" }],
    }),
    step(1, 6, "pthread_mutex_unlock(&lock)", { begins: true, woken: [2] }),
    step(2, 12, "hits++", { accesses: [{ kind: "write", variable: "hits", before: 1, after: 1 }] }),
    step(2, 13, "return 0", { begins: true, ended: 2 }),
    step(1, 9, "assert(hits == 2)", {
      begins: true,
      accesses: [{ kind: "read", variable: "hits", before: 1, after: 1 }],
    }),
  ],
};

test("reads are told with their values, and values as C writes them", () => {
  const all = rows(C);
  assert.deepEqual([all[0]?.shared, all[0]?.start], [["hits = 0"], [["hits", "0"]]]);
  assert.deepEqual(all[1]?.own, ["object = &heap1"]);
  assert.deepEqual(all[3]?.looks, ["reads hits = 0"]);
  assert.deepEqual(all[5]?.shared, ["hits 0 -> 1"]);
  assert.deepEqual(all[7]?.looks, ["writes hits = 1"]);
  assert.deepEqual([all[5]?.waits, all[6]?.woken], [["T2 waits for mutex `lock`, held by T1"], [2]]);
  assert.deepEqual([all.at(-1)?.outcome, summary(C).property], ["violated", "assert(hits == 2) fails"]);
});

test("a wake-up is told by the thread that wakes and by the one that is woken", () => {
  const all = rows(C);
  assert.deepEqual(
    all.flatMap(({ step: number, wokenBy }) => (wokenBy === undefined ? [] : [[number, wokenBy]])),
    [[7, 1]],
  );
  assert.deepEqual([wakeUps(all[6] as Row), wakeUps(all[7] as Row)], [["wakes T2"], ["woken by T1"]]);
  assert.equal(all[7]?.local, false);
  assert.match(traceText(C), /\n +7 +T2 +12 +hits\+\+ +writes hits = 1, woken by T1\n/);
});

test("a step is local if others see nothing of it, whatever its text names", () => {
  const local = rows(C).map((row) => row.local);
  assert.deepEqual(local.slice(1, 4), [true, false, false]);
  const folded = lines(rows(C), { filter: "writes", sharedOnly: false, fold: true, opened: [] }, undefined);
  assert.deepEqual(
    folded.map((line) => (line.kind === "step" ? line.row.step : 0)),
    [7],
  );
});

test("the variable of a change is found whatever its value is", () => {
  assert.equal(changedVariable("object = &heap1", 1), "object@T1");
  assert.equal(changedVariable("heap1.refs 0 -> 1"), "heap1.refs");
  assert.equal(changedVariable("T2.p NULL -> &items[2]", 1), "p@T2");
  assert.equal(changedVariable("{a b} F -> T"), "{a b}");
});

test("a new variable of the same name has no old value", () => {
  const counts = (values: [number], more: { fresh?: number[] }) =>
    step(1, 5, "int i = 0", {
      threads: [{ number: 1, thread_local: [], frames: [{ procedure: 0, range: at(5), values }] }],
      ...more,
    });
  const loops = { ...C, steps: [counts([2], {}), counts([0], {}), counts([1], { fresh: [0] })] };
  assert.deepEqual(
    rows(loops).map(({ own }) => own),
    [[], ["object = 2"], ["object 2 -> 0"], ["object = 1"]],
  );
});
