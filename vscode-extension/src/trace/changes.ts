// Changes by the steps of an execution: the difference between one state and the next.

import type { Step, Thread, ThreadChange, TraceDocument, Value } from "./document";
import { Live } from "./live";

/** A variable with a new value. Of a variable that threads have copies of, whose copy it is. */
export interface Change {
  thread?: number;
  name: string;
  from: Value;
  to: Value;
}

/** The changes of one step. */
export interface Effect {
  shared: Change[];
  /** Copies and local variables of the acting thread, then those of the others. */
  local: Change[];
  /** Accesses of a C program that leave their variable as it is: `reads hits = 1`. */
  looks: string[];
  /** The procedure whose statement the acting thread executes. */
  procedure: number | undefined;
}

/** A value as the language of the program writes it. */
export function value(of: Value, kind: TraceDocument["kind"]): string {
  if (of === null) {
    return "-";
  }
  return typeof of === "boolean" && kind === "boolean" ? (of ? "T" : "F") : String(of);
}

/** The effects of all steps, in time proportional to the size of the document. */
export function effects(document: TraceDocument): Effect[] {
  const shared = [...document.initial.shared];
  const threads = new Live(document.initial);
  return document.steps.map((step) => {
    const procedure = threads.get(step.thread)?.frames.at(-1)?.procedure;
    const effect = {
      shared: sharedChanges(document, step, shared),
      local: localChanges(document, step, threads),
      looks: looks(document, step),
    };
    threads.take(step);
    return { ...effect, procedure };
  });
}

/** A variable that changes in a trace. */
export interface Changing {
  /** As filters name it: `lock`; of variables that threads have copies of, `x@T2`. */
  name: string;
  shared: boolean;
  /** In how many steps it changes. */
  steps: number;
}

/** The variables that change in a trace, shared ones first. */
export function changing(document: TraceDocument): Changing[] {
  const found = new Map<string, Changing>();
  const all = effects(document);
  for (const { name, thread } of [...all.flatMap(({ shared }) => shared), ...all.flatMap(({ local }) => local)]) {
    const written = thread === undefined ? name : `${name}@T${thread}`;
    const known = found.get(written);
    found.set(written, { name: written, shared: thread === undefined, steps: (known?.steps ?? 0) + 1 });
  }
  return [...found.values()];
}

function looks({ kind }: TraceDocument, { accesses = [] }: Step): string[] {
  const same = accesses.filter(({ before, after }) => before === after);
  return same.map((access) => {
    const verb = access.kind === "write" ? "writes" : "reads";
    return `${verb} ${access.variable} = ${value(access.after, kind)}`;
  });
}

/** Writes the new values too. */
function sharedChanges(document: TraceDocument, step: Step, values: Value[]): Change[] {
  const changes: Change[] = [];
  for (const [index, to] of step.shared ?? []) {
    const from = values[index];
    if (from !== undefined && from !== to) {
      const name = document.shared[index] ?? "?";
      values[index] = to;
      if (to !== null) {
        changes.push({ name, from, to });
      }
    }
  }
  return changes;
}

function localChanges(document: TraceDocument, step: Step, before: Live): Change[] {
  const changes = step.threads.flatMap((thread) => {
    const old = before.get(thread.number);
    const fresh = thread.number === step.thread ? step.fresh : undefined;
    return old === undefined ? [] : threadChanges(document, old, thread, fresh);
  });
  const own = changes.filter(({ thread }) => thread === step.thread);
  return [...own, ...changes.filter(({ thread }) => thread !== step.thread)];
}

/**
 * The differences in one thread: its copies, then activation by activation from outside. In the innermost one, `fresh` variables
 * have no old value.
 */
function threadChanges(document: TraceDocument, old: Thread, current: ThreadChange, fresh?: number[]): Change[] {
  const changes = differences(document.thread_local, old.thread_local, current.thread_local);
  const kept = current.kept ?? 0;
  current.frames.forEach((frame, depth) => {
    const counterpart = old.frames[kept + depth];
    if (counterpart?.procedure === frame.procedure) {
      const names = document.procedures[frame.procedure]?.variables ?? [];
      const isInnermost = kept + depth === old.frames.length - 1;
      const values = counterpart.values.map((it, index) => (isInnermost && fresh?.includes(index) ? null : it));
      changes.push(...differences(names, values, frame.values));
    }
  });
  return changes.map((change) => ({ ...change, thread: current.number }));
}

function differences(names: string[], old: Value[], current: Value[]): Change[] {
  return names.flatMap((name, index) => {
    const [from, to] = [old[index], current[index]];
    return from === undefined || to === undefined || to === null || from === to ? [] : [{ name, from, to }];
  });
}
