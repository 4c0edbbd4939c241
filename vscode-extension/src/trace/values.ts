// The values of variables behind each step, and the steps that change them.

import { effects } from "./changes";
import type { Thread, TraceDocument, Value } from "./document";
import type { Expression, Reference, Truth } from "./expression";

/**
 * The steps behind which an expression holds, 0 being the start; without a thread, variables are those of the thread
 * that has just acted. Where a variable has no value, it may keep the expression from holding.
 *
 * In time proportional to the size of the trace and, for each step, of the expression.
 */
export function stepsWhere(document: TraceDocument, expression: Expression): Set<number> {
  const shared = [...document.initial.shared];
  const threads = new Map(document.initial.threads.map((thread) => [thread.number, thread]));
  const found = new Set<number>();
  const look = (step: number, acting: number): void => {
    if (expression.value((reference) => seenBy(document, shared, threads, acting, reference)) === true) {
      found.add(step);
    }
  };
  look(0, 0);
  document.steps.forEach((step, index) => {
    for (const [variable, to] of step.shared ?? []) {
      shared[variable] = to;
    }
    for (const thread of step.threads) {
      threads.set(thread.number, thread);
    }
    threads.delete(step.ended ?? 0);
    look(index + 1, step.thread);
  });
  return found;
}

/** The steps that change a variable; of variables that threads have copies of, the copy of the thread if one is named. */
export function stepsChanging(document: TraceDocument, { name, thread }: Reference): Set<number> {
  const found = new Set<number>();
  effects(document).forEach(({ shared, local }, index) => {
    const copies = local.filter((change) => thread === undefined || change.thread === thread);
    if ([...shared, ...copies].some((change) => change.name === name)) {
      found.add(index + 1);
    }
  });
  return found;
}

/** The variables that change in a trace, shared ones first, and in how many steps they do. */
export function changed(document: TraceDocument): { variable: Reference; steps: number }[] {
  const counts = new Map<string, { variable: Reference; steps: number }>();
  const count = (variable: Reference): void => {
    const key = JSON.stringify([variable.thread ?? 0, variable.name]);
    const known = counts.get(key) ?? { variable, steps: 0 };
    counts.set(key, { variable, steps: known.steps + 1 });
  };
  const all = effects(document);
  for (const { name } of all.flatMap(({ shared }) => shared)) {
    count({ name });
  }
  for (const { name, thread } of all.flatMap(({ local }) => local)) {
    count(thread === undefined ? { name } : { name, thread });
  }
  return [...counts.values()];
}

/** What keeps a variable from having a value anywhere in a trace, as a sentence; undefined if nothing does. */
export function missing(document: TraceDocument, { name, thread }: Reference): string | undefined {
  const names = [document.shared, document.thread_local, ...document.procedures.map(({ variables }) => variables)];
  if (!names.some((declared) => declared.includes(name))) {
    return `There is no variable ${name} in this trace.`;
  }
  const lives = (threads: Thread[]): boolean => threads.some(({ number }) => number === thread);
  return thread === undefined || lives(document.initial.threads) || document.steps.some((step) => lives(step.threads))
    ? undefined
    : `There is no thread T${thread} in this trace.`;
}

/** A local variable hides others with its name. */
function seenBy(
  document: TraceDocument,
  shared: Value[],
  threads: Map<number, Thread>,
  acting: number,
  reference: Reference,
): Truth {
  const thread = threads.get(reference.thread ?? acting);
  if (thread === undefined && reference.thread !== undefined) {
    return undefined;
  }
  const frame = thread?.frames.at(-1);
  const locals = document.procedures[frame?.procedure ?? -1]?.variables;
  const value =
    at(locals, frame?.values, reference.name) ??
    at(document.thread_local, thread?.thread_local, reference.name) ??
    at(document.shared, shared, reference.name);
  // A number is neither true nor false.
  return typeof value === "number" ? undefined : value;
}

function at(names: string[] | undefined, values: Value[] | undefined, name: string): Value | undefined {
  return values?.[names?.indexOf(name) ?? -1];
}
