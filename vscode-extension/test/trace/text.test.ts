import assert from "node:assert/strict";
import { test } from "node:test";
import type { TraceDocument } from "../../src/trace/document";
import { rows } from "../../src/trace/rows";
import { traceText } from "../../src/trace/text";
import { notes, summary } from "../../src/trace/wording";
import { EXAMPLE } from "./example";

test("the text of a trace", () => {
  const expected = `lock.bp: assert !inside is violated
10 steps, 2 threads, 2 context switches (fewest threads, then fewest steps)

T1 main
T2 worker, started by T1 in step 1

step  thread  line  statement              changes
   0                start                  lock = F, inside = F
   1  T1         3  start_thread worker()  starts T2
   2  T1         4  a := T                 a F -> T
   3  T1         5  b := a                 b F -> T
   4  T1         6  assume !b | a
-----------------------------------------
   5  T2        12  atomic begin           atomic section begins
   6  T2        13  inside := T            inside F -> T, atomic
   7  T2        14  a, a$ := T, F          a F -> T, T1.a T -> F, atomic section ends
   8  T2        15  lock := T              lock F -> T
   9  T2        16  return                 T2 ends
-----------------------------------------
  10  T1         9  assert !inside         violated
`;
  assert.equal(traceText(EXAMPLE), expected);
});

test("a thread that a change names is not named twice", () => {
  const [, row] = rows(EXAMPLE);
  assert.ok(row?.created === 2);
  assert.deepEqual(notes(row), ["starts T2"]);
  assert.deepEqual(notes({ ...row, own: ["thread = T2 owner"] }), []);
  assert.deepEqual(notes({ ...row, own: ["threads[0] 0 -> T2"] }), []);
  assert.deepEqual(notes({ ...row, own: ["thread = T21 owner"] }), ["starts T2"]);
});

test("what is in the rows is in the text", () => {
  const text = traceText(EXAMPLE);
  for (const row of rows(EXAMPLE)) {
    for (const part of [row.text, ...row.own, ...row.shared]) {
      assert.ok(text.includes(part), part);
    }
  }
});

test("threads that are never there at the same time are counted, too", () => {
  assert.match(traceText({ ...EXAMPLE, threads_needed: 1 }), /\n10 steps, 1 thread at a time, 2 in all, 2 context/);
  assert.match(traceText({ ...EXAMPLE, kind: "integer" }), /\n10 steps, 2 instances, 2 context/);
});

test("a guarantee about the steps is told in short, and at length", () => {
  const told = (trace: TraceDocument) => [summary(trace).guarantee, summary(trace).details];
  assert.deepEqual(told(EXAMPLE), ["shortest counterexample", "fewest threads, then fewest steps"]);
  assert.deepEqual(told({ ...EXAMPLE, guarantee: "fewest threads" }), ["fewest threads", "fewest threads"]);
  assert.deepEqual(told({ ...EXAMPLE, guarantee: "" }), ["", ""]);
  const property = { ...EXAMPLE.property, kind: "point" as const };
  assert.equal(summary({ ...EXAMPLE, property }).guarantee, "shortest path");
});

test("the head of a simulation says why it ends", () => {
  const why = "The program has ended.";
  const { guarantee, details } = summary({ ...EXAMPLE, guarantee: "" }, why);
  assert.deepEqual([guarantee, details], [why, why]);
});

test("a data race is told with both lines and the locks", () => {
  const range = { line: 17, column: 3, end_line: 17, end_column: 9 };
  const related = [{ thread: 2, range: { ...range, line: 10 }, text: "server writes `hits`" }];
  const name = "data race on `hits`: logger reads";
  const race = { ...EXAMPLE.property, kind: "check" as const, name, range, related, locks: "no lock is held by both" };
  const told = "data race on `hits`: logger reads (line 17); server writes `hits` (line 10); no lock is held by both";
  assert.equal(summary({ ...EXAMPLE, property: race }).property, told);
});

test("a trace without steps, and without a guarantee", () => {
  const property = { ...EXAMPLE.property, kind: "label" as const, name: "ERROR" };
  const text = traceText({ ...EXAMPLE, property, guarantee: "", context_switches: 0, threads_needed: 1, steps: [] });
  assert.match(text, /^lock\.bp: ERROR is reached\n0 steps, 1 thread, 0 context switches\n/);
  assert.match(text, /\n +0 +start +lock = F, inside = F, ERROR reached\n$/);
});
