// A trace to test with: T1 starts T2, both look at the lock, T2 takes it, both are inside.

import type { Range, Step, TraceDocument } from "../../src/trace/document";

export function at(line: number): Range {
  return { line, column: 3, end_line: line, end_column: 9 };
}

/** A thread in the procedure `worker` (1) or `main` (0), whose locals are `a` and `b`. */
export function thread(number: number, line: number, values: boolean[], procedure = number === 1 ? 0 : 1) {
  return { number, thread_local: [], frames: [{ procedure, range: at(line), values }] };
}

export function step(number: number, line: number, text: string, rest: Partial<Step> = {}): Step {
  return { thread: number, range: at(line), text, atomic: null, threads: [], ...rest };
}

export const EXAMPLE: TraceDocument = {
  schema: "boolprog-trace/4",
  program: "lock.bp",
  program_hash: "0123456789abcdef",
  kind: "boolean",
  threads: "1",
  property: { id: "assert-1", kind: "assert", name: "!inside", range: at(9), thread: 1 },
  threads_needed: 2,
  context_switches: 2,
  guarantee: "fewest threads, then fewest steps",
  shared: ["lock", "inside"],
  thread_local: [],
  procedures: [
    { name: "main", variables: ["a", "b"] },
    { name: "worker", variables: ["a", "lock"] },
  ],
  initial: { shared: [false, false], atomic: null, threads: [thread(1, 3, [false, false])] },
  steps: [
    step(1, 3, "start_thread worker()", {
      created: 2,
      threads: [thread(1, 4, [false, false]), thread(2, 12, [false, false])],
    }),
    step(1, 4, "a := T", { threads: [thread(1, 5, [true, false])] }),
    step(1, 5, "b := a", { threads: [thread(1, 6, [true, true])] }),
    step(1, 6, "assume !b | a", { threads: [thread(1, 7, [true, true])] }),
    step(2, 12, "atomic begin", { atomic: 2, threads: [thread(2, 13, [false, false])] }),
    step(2, 13, "inside := T", { atomic: 2, shared: [[1, true]], threads: [thread(2, 14, [false, false])] }),
    step(2, 14, "a, a$ := T, F", { threads: [thread(1, 7, [false, true]), thread(2, 15, [true, false])] }),
    step(2, 15, "lock := T", { threads: [thread(2, 16, [true, true])] }),
    step(2, 16, "return", { ended: 2 }),
    step(1, 9, "assert !inside"),
  ],
};
