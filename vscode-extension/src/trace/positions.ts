// Where the threads are before a step.

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
