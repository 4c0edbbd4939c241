// The statements of a step, and where the threads are before it.

import type { Range, TraceDocument } from "./document";
import { Live } from "./live";

/** The statement that each live thread executes next, before a step is taken; at the start, before the first. */
export function positions(document: TraceDocument, step: number): Map<number, Range> {
  const threads = new Live(document.initial);
  for (const taken of document.steps.slice(0, Math.max(0, step - 1))) {
    threads.take(taken);
  }
  const next = new Map<number, Range>();
  for (const { number, frames } of threads.all()) {
    const frame = frames.at(-1);
    if (frame !== undefined) {
      next.set(number, frame.range);
    }
  }
  return next;
}

/** The statement of a step; at the end also those of other threads that are part of the violation, such as a race. */
export function statements({ property, steps }: TraceDocument, step: number): Range[] {
  const own = steps[step - 1]?.range;
  const related = step === steps.length ? (property.related ?? []).map(({ range }) => range) : [];
  const all = [...(own === undefined ? [] : [own]), ...related];
  return all.filter((range, index) => all.findIndex((other) => isSame(range, other)) === index);
}

function isSame(one: Range, other: Range): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}
