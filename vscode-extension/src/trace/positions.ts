// Where the threads are before a step.

import type { Range, Thread, TraceDocument } from "./document";

/** The statement that each live thread executes next, before a step is taken; at the start, before the first. */
export function positions(document: TraceDocument, step: number): Map<number, Range> {
  const next = new Map<number, Range>();
  const place = ({ number, frames }: Thread): void => {
    const frame = frames.at(-1);
    // Threads of a C program are nowhere before they are created and after they have ended.
    if (document.kind === "c" && ["idle", "end"].includes(frames[0]?.location ?? "")) {
      next.delete(number);
    } else if (frame !== undefined) {
      next.set(number, frame.range);
    }
  };
  document.initial.threads.forEach(place);
  for (const { threads, ended } of document.steps.slice(0, Math.max(0, step - 1))) {
    threads.forEach(place);
    next.delete(ended ?? 0);
  }
  return next;
}
