import assert from "node:assert/strict";
import { test } from "node:test";
import type { Step, TraceDocument } from "../../src/trace/document";
import { census, lanes } from "../../src/trace/lanes";
import { summary } from "../../src/trace/wording";
import { at, EXAMPLE, step, thread } from "./example";

const numbers = (trace: TraceDocument): number[] => lanes(trace).map((lane) => lane.thread);

/** The example, before which T1 creates T3 and T4; other steps may come last. */
function crowd(...last: Step[]): TraceDocument {
  const created = [3, 4].map((number) =>
    step(1, 3, "start_thread worker()", { created: number, threads: [thread(number, 12, [false, false])] }),
  );
  const [first, ...others] = EXAMPLE.steps as [Step, ...Step[]];
  return { ...EXAMPLE, threads_needed: 4, steps: [first, ...created, ...others, ...last] };
}

test("a lane begins where its thread is created and ends where it ends", () => {
  assert.deepEqual(lanes(EXAMPLE), [
    { thread: 1, name: "main", from: 0, to: 10 },
    { thread: 2, name: "worker", parent: 1, from: 1, to: 9 },
  ]);
});

test("the instances of an integer program have their names", () => {
  const names = lanes({ ...EXAMPLE, kind: "integer", instances: ["Producer[0]", "Producer[1]"] }).map(
    ({ name }) => name,
  );
  assert.deepEqual(names, ["Producer[0]", "Producer[1]"]);
});

test("threads that are only created have no lane, and are counted", () => {
  assert.deepEqual(numbers(crowd()), [1, 2]);
  assert.deepEqual(census(crowd()), { all: 4, idle: 2 });
  assert.equal(summary(crowd()).size, "12 steps, 4 threads (2 never act), 2 context switches");
});

test("threads have a lane if others wait for them, or change their variables", () => {
  const waits = (on: string) => crowd(step(1, 4, "pthread_join(t, 0)", { blocked: [{ thread: 1, on }] }));
  assert.deepEqual(numbers(waits("the end of T3")), [1, 2, 3]);
  assert.deepEqual(numbers(waits("mutex `lock`, held by T4")), [1, 2, 4]);
  assert.deepEqual(numbers(waits("mutex `lock`, held by T4, which has ended")), [1, 2, 4]);
  assert.deepEqual(numbers(waits("condition variable `T3`")), [1, 2]);
  assert.deepEqual(numbers(crowd(step(1, 4, "a$ := T", { threads: [thread(3, 12, [true, false])] }))), [1, 2, 3]);
});

test("threads of the property have a lane", () => {
  const related = [{ thread: 4, range: at(12), text: "worker writes `inside`" }];
  const race = { ...crowd(), property: { ...EXAMPLE.property, thread: 3, related } };
  assert.deepEqual(numbers(race), [1, 2, 3, 4]);
});
