import assert from "node:assert/strict";
import { test } from "node:test";
import type { Property, TraceDocument } from "../../src/trace/document";
import { programHash } from "../../src/trace/hash";
import { positions, statements } from "../../src/trace/positions";
import { rows } from "../../src/trace/rows";
import { at, EXAMPLE, step, thread } from "./example";

const ALL = rows(EXAMPLE);

test("the first row is the start, with the values of all shared variables", () => {
  const [start] = ALL;
  assert.deepEqual([start?.step, start?.thread, start?.text], [0, 0, "start"]);
  assert.deepEqual(start?.shared, ["lock = F", "inside = F"]);
  assert.deepEqual(start?.start, [
    ["lock", "F"],
    ["inside", "F"],
  ]);
  assert.equal(ALL[1]?.start, undefined);
});

test("each step has a row with its thread, line and statement", () => {
  assert.equal(ALL.length, EXAMPLE.steps.length + 1);
  const { step: number, thread: who, line, text } = ALL[6] ?? {};
  assert.deepEqual([number, who, line, text], [6, 2, 13, "inside := T"]);
});

test("changes are told apart: shared, own, and the copies of others", () => {
  assert.deepEqual(ALL[6]?.shared, ["inside F -> T"]);
  assert.deepEqual(ALL[2]?.own, ["a F -> T"]);
  assert.deepEqual(ALL[7]?.own, ["a F -> T", "T1.a T -> F"]);
  assert.deepEqual(ALL[7]?.shared, []);
});

test("copies of a thread_local variable that change are told too", () => {
  const initial = {
    ...EXAMPLE.initial,
    threads: [1, 2].map((n) => ({ ...thread(n, 3, [false, false]), thread_local: [false] })),
  };
  const behind = [1, 2].map((n) => ({ ...thread(n, 3, [false, false]), thread_local: [true] }));
  const trace = {
    ...EXAMPLE,
    thread_local: ["eq"],
    initial,
    steps: [step(2, 3, "eq, eq$ := T, T", { threads: behind })],
  };
  assert.deepEqual(rows(trace)[1]?.own, ["eq F -> T", "T1.eq F -> T"]);
});

test("the values of a new activation are no changes", () => {
  const called = { ...thread(1, 3, [false, false]) };
  called.frames = [...called.frames, { procedure: 1, range: at(12), values: [true, true] }];
  const [, row] = rows({ ...EXAMPLE, steps: [step(1, 3, "worker()", { threads: [called] })] });
  assert.deepEqual(row?.own, []);
});

test("a step may leave out the activations that it keeps", () => {
  const frame = (line: number, a: boolean) => ({ procedure: 1, range: at(line), values: [a, false] });
  const change = (kept: number, ...frames: ReturnType<typeof frame>[]) => ({
    threads: [{ number: 1, thread_local: [], kept, frames }],
  });
  const trace: TraceDocument = {
    ...EXAMPLE,
    steps: [
      step(1, 3, "worker()", change(1, frame(12, false))),
      step(1, 12, "a := T", change(1, frame(13, true))),
      step(1, 13, "worker()", change(2, frame(12, true))),
      step(1, 12, "a := F", change(2, frame(13, false))),
      step(1, 13, "return", change(1, frame(14, true))),
    ],
  };
  assert.deepEqual(
    rows(trace).map((row) => row.own),
    [[], [], ["a F -> T"], [], ["a T -> F"], []],
  );
  assert.deepEqual([...positions(trace, 4)], [[1, at(12)]]);
  assert.deepEqual([...positions(trace, 6)], [[1, at(14)]]);
});

test("a step is local if other threads can neither see it nor make a difference to it", () => {
  const local = ALL.filter((row) => row.local).map((row) => row.step);
  // Step 8 writes a variable of the procedure that hides the shared one of this name.
  assert.deepEqual(local, [2, 3, 4, 8]);
});

test("a statement that was cut short may touch anything", () => {
  const [, row] = rows({ ...EXAMPLE, steps: [step(1, 4, "a := a | a | …"), step(1, 4, "a := a")] });
  assert.equal(row?.local, false);
});

test("names in braces are names", () => {
  const shared = { ...EXAMPLE, shared: ["{l == s}", "x"], steps: [step(1, 4, "assume {l == s}"), step(1, 4, "skip")] };
  assert.equal(rows(shared)[1]?.local, false);
});

test("an assume is marked, an assert is not", () => {
  assert.deepEqual([ALL[4]?.assume, ALL[10]?.assume], [true, false]);
});

test("atomic sections have a beginning, an inside and an end", () => {
  assert.deepEqual(
    ALL.map((row) => row.atomic),
    [undefined, undefined, undefined, undefined, undefined, "begin", "inside", "end", undefined, undefined, undefined],
  );
});

test("threads are created and end", () => {
  assert.deepEqual([ALL[1]?.created, ALL[9]?.ended], [2, 2]);
});

test("the last row says what the trace comes to", () => {
  const outcomes = (trace: TraceDocument) => rows(trace).map((row) => [row.outcome, row.violation]);
  const of = (kind: Property["kind"], name: string) => ({ ...EXAMPLE, property: { ...EXAMPLE.property, kind, name } });
  assert.deepEqual(outcomes(EXAMPLE).slice(-2), [
    [undefined, undefined],
    ["violated", true],
  ]);
  assert.deepEqual(outcomes(of("label", "ERROR")).at(-1), ["ERROR reached", true]);
  assert.deepEqual(outcomes({ ...of("label", "ERROR"), steps: [] }), [["ERROR reached", true]]);
  assert.deepEqual(outcomes(of("error", "full")).at(-1), ["full reached", true]);
  assert.deepEqual(outcomes(of("invariant", "fits")).at(-1), ["violated", true]);
  assert.deepEqual(outcomes(of("point", "line 9")).at(-1), ["line 9 reached", false]);
});

test("positions are those before the step: the acting thread is at its statement", () => {
  const lineOf = (number: number) => [...positions(EXAMPLE, number)].map(([who, { line }]) => [who, line]);
  assert.deepEqual(lineOf(0), [[1, 3]]);
  assert.deepEqual(lineOf(1), [[1, 3]]);
  assert.deepEqual(lineOf(6), [
    [1, 7],
    [2, 13],
  ]);
  assert.deepEqual(lineOf(10), [[1, 7]]);
});

test("the last step of a race has the statements of both threads", () => {
  const related = [{ thread: 2, range: at(13), text: "worker writes `inside`" }];
  const race: TraceDocument = { ...EXAMPLE, property: { ...EXAMPLE.property, related } };
  assert.deepEqual(statements(race, 10), [at(9), at(13)]);
  assert.deepEqual(statements(race, 6), [at(13)]);
  assert.deepEqual(statements(race, 0), []);
  assert.deepEqual(statements(EXAMPLE, 10), [at(9)]);
});

test("a deadlock has each statement once", () => {
  const waits = [9, 13].map((line) => ({ thread: line, range: at(line), text: "waits" }));
  const deadlock = { ...EXAMPLE, property: { ...EXAMPLE.property, related: waits } };
  assert.deepEqual(statements(deadlock, 10), [at(9), at(13)]);
});

test("the hash of a program is the one of the trace format", () => {
  assert.equal(programHash(""), "cbf29ce484222325");
  assert.equal(programHash("a"), "af63dc4c8601ec8c");
});
