// The threads of a trace that have a lane: those that take part in it. Others are only created.

import type { Step, TraceDocument } from "./document";

/** A thread of the trace: it lives from the state after one step to the state after another. */
export interface Lane {
  thread: number;
  /** The procedure it starts in, or the instance. */
  name: string;
  parent?: number;
  from: number;
  to: number;
  /** The step in which a thread joins it that did not wait for its end. */
  joined?: { step: number; by: number };
}

/** The thread that another one waits for: ``mutex `lock`, held by T3``, also if it has ended, or `the end of T2`. */
const WAITED_FOR = / T(\d+)(?:, which has ended)?$/;

/** The threads with a lane by number, in time proportional to the size of the trace. */
export function lanes(document: TraceDocument): Lane[] {
  const wanted = participants(document);
  return threads(document).filter(({ thread }) => wanted.has(thread));
}

/** Number of all threads, and of those that take no step and are not at the violation. */
export function census(document: TraceDocument): { all: number; idle: number } {
  const { property, steps } = document;
  const acting = new Set([property.thread, ...steps.map(({ thread }) => thread)]);
  const all = threads(document);
  return { all: all.length, idle: all.filter(({ thread }) => !acting.has(thread)).length };
}

/** The threads that act, wait or are waited for, that others change, or that the property is about. */
function participants({ property, steps }: TraceDocument): Set<number> {
  const related = (property.related ?? []).map(({ thread }) => thread);
  return new Set([property.thread, ...related, ...steps.flatMap(named)]);
}

/** The threads that a step is about; the one that it creates is not there before. */
function named({ thread, threads, created, blocked = [] }: Step): number[] {
  const changed = threads.map(({ number }) => number).filter((number) => number !== created);
  const waits = blocked.flatMap((wait) => [wait.thread, Number(WAITED_FOR.exec(wait.on)?.[1] ?? wait.thread)]);
  return [thread, ...changed, ...waits];
}

function threads(document: TraceDocument): Lane[] {
  const end = document.steps.length;
  const name = (frame: { procedure: number } | undefined, thread: number): string =>
    document.instances?.[thread - 1] ?? document.procedures[frame?.procedure ?? -1]?.name ?? "?";
  const found = new Map<number, Lane>();
  for (const { number, frames } of document.initial.threads) {
    found.set(number, { thread: number, name: name(frames[0], number), from: 0, to: end });
  }
  document.steps.forEach((step, index) => {
    if (step.created !== undefined) {
      const frame = step.threads.find(({ number }) => number === step.created)?.frames[0];
      found.set(step.created, {
        thread: step.created,
        name: name(frame, step.created),
        parent: step.thread,
        from: index + 1,
        to: end,
      });
    }
    const ended = found.get(step.ended ?? 0);
    if (ended !== undefined) {
      ended.to = index + 1;
    }
    const joined = found.get(step.joined ?? 0);
    if (joined !== undefined && !document.steps[joined.to - 1]?.woken?.includes(step.thread)) {
      joined.joined = { step: index + 1, by: step.thread };
    }
  });
  return [...found.values()].sort((one, other) => one.thread - other.thread);
}
