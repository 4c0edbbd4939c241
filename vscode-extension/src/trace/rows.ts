// The rows of a trace: the start, then one for each step. Panel and text show these and nothing else.

import type { Change, Effect } from "./changes";
import { effects, value } from "./changes";
import type { Step, TraceDocument } from "./document";

/** A row, ready to be shown. Row 0 is the start: it has no statement, and its thread is 0. */
export interface Row {
  step: number;
  thread: number;
  line: number;
  text: string;
  /** An `assume`: only a condition is tested. */
  assume: boolean;
  /** Neither reads nor writes what other threads can see. */
  local: boolean;
  /** Accesses of a C program that change nothing: `reads hits = 1`. */
  looks: string[];
  /** Changed variables that threads have copies of: `a F -> T`, of another thread `T3.b F -> T`. */
  own: string[];
  /** Changed shared variables: `lock F -> T`; at the start all of them: `lock = F`. */
  shared: string[];
  /** At the start: each shared variable with its value. */
  start?: [string, string][];
  /** The thread it creates, and the one that ends with it. */
  created?: number;
  ended?: number;
  /** The thread that it joins, which has ended before. */
  joined?: number;
  /** Threads that waited and can go on: for the end of the acting one if that ends. */
  woken: number[];
  /** The thread that woke the acting one, which waited until then. */
  wokenBy?: number;
  /** Threads that have to wait: "T2 waits for mutex `b`". */
  waits: string[];
  /** Part of an atomic section, which may begin or end with it. */
  atomic?: "begin" | "inside" | "end";
  /** The outcome of the last step: `violated`, or `reached`. */
  outcome?: string;
  /** True for a violation, false for a place that is reached. */
  violation?: boolean;
  /** The step of the integer program of which the program was made: `free 1 -> 0`, or why it does not take the step. */
  beside?: { changes: string[]; parts?: string };
}

/** The rows of a trace, in time proportional to its size. */
export function rows(document: TraceDocument): Row[] {
  const effect = effects(document);
  const shared = new Set(document.shared);
  let atomic = document.initial.atomic;
  const steps = document.steps.map((step, index) => {
    const row = stepRow(document, step, index + 1, effect[index] as Effect, shared);
    const section = atomicPart(atomic, step.atomic);
    atomic = step.atomic;
    if (section !== undefined) {
      row.atomic = section;
      row.local = false;
    }
    return row;
  });
  markWoken(steps);
  const last = steps.at(-1);
  if (last !== undefined) {
    Object.assign(last, end(document));
    last.local = false;
  }
  return [startRow(document), ...steps];
}

function startRow(document: TraceDocument): Row {
  const all = document.shared.map((name, index) => ({ name, initial: document.initial.shared[index] ?? null }));
  const start = all
    .filter(({ initial }) => initial !== null)
    .map(({ name, initial }): [string, string] => [name, value(initial, document.kind)]);
  const shared = start.map(([name, initial]) => `${name} = ${initial}`);
  const none = { assume: false, local: false, looks: [], own: [], woken: [], waits: [] };
  const row: Row = { step: 0, thread: 0, line: 0, text: "start", ...none, shared, start };
  return document.steps.length === 0 ? { ...row, ...end(document) } : row;
}

function stepRow(document: TraceDocument, step: Step, number: number, effect: Effect, shared: Set<string>): Row {
  const alone = effect.local.every(({ thread }) => thread === step.thread);
  const hidden = new Set(document.procedures[effect.procedure ?? -1]?.variables);
  const touches = effect.shared.length > 0 || looksOutside(document, step, shared, hidden);
  const woken = step.woken ?? [];
  const waits = (step.blocked ?? []).map(({ thread, on }) => `T${thread} waits for ${on}`);
  const meets =
    woken.length > 0 || waits.length > 0 || [step.created, step.ended, step.joined].some((it) => it !== undefined);
  const told = (change: Change): string => changed(document, change);
  return {
    step: number,
    thread: step.thread,
    line: step.range.line,
    text: step.text,
    assume: /^assume\b/.test(step.text),
    local: alone && !touches && !meets,
    looks: effect.looks,
    woken,
    waits,
    own: effect.local.map((change) =>
      change.thread === step.thread ? told(change) : `T${change.thread}.${told(change)}`,
    ),
    shared: effect.shared.map(told),
    ...(step.created === undefined ? {} : { created: step.created }),
    ...(step.ended === undefined ? {} : { ended: step.ended }),
    ...(step.joined === undefined ? {} : { joined: step.joined }),
  };
}

/** Says of the next step of each thread that is woken which thread did so. */
function markWoken(steps: Row[]): void {
  const wakers = new Map<number, number>();
  for (const row of steps) {
    const waker = wakers.get(row.thread);
    if (waker !== undefined) {
      row.wokenBy = waker;
      row.local = false;
      wakers.delete(row.thread);
    }
    for (const thread of row.woken) {
      wakers.set(thread, row.thread);
    }
  }
}

function changed({ kind }: TraceDocument, { name, from, to }: Change): string {
  return from === null ? `${name} = ${value(to, kind)}` : `${name} ${value(from, kind)} -> ${value(to, kind)}`;
}

/** True if a step reads what other threads can see. The accesses of C programs are known; other statements name it. */
function looksOutside({ kind }: TraceDocument, step: Step, shared: Set<string>, hidden: Set<string>): boolean {
  return kind === "c"
    ? (step.accesses ?? []).some(({ variable }) => shared.has(variable))
    : mentions(step.text, shared, hidden);
}

/** True if a statement names one of the shared variables. One that was cut short may do so after the cut. */
function mentions(text: string, shared: Set<string>, hidden: Set<string>): boolean {
  const names = text.match(/\{[^}]*\}|[A-Za-z_$][\w$#]*/g) ?? [];
  return text.endsWith("…") || names.some((name) => shared.has(name) && !hidden.has(name));
}

function atomicPart(before: number | null, behind: number | null): Row["atomic"] {
  if (before === null) {
    return behind === null ? undefined : "begin";
  }
  return behind === null ? "end" : "inside";
}

/** The outcome of a trace. */
function end({ property: { kind, name } }: TraceDocument): { outcome: string; violation: boolean } {
  const outcome = {
    assert: "violated",
    invariant: "violated",
    value: "no value",
    label: `${name} reached`,
    check: "violated",
    error: `${name} reached`,
    point: `${name} reached`,
  }[kind];
  return { outcome, violation: kind !== "point" };
}
