// The sentences of panel and text.

import type { TraceDocument } from "./document";
import type { Lane } from "./lanes";
import { census } from "./lanes";
import type { Stale } from "./messages";
import type { Row } from "./rows";
import type { Line } from "./view";

/** The text above the rows. */
export interface Summary {
  /** `assert !inside is violated`. */
  property: string;
  /** `7 steps, 2 threads, 3 context switches`. */
  size: string;
  /** The guarantee about the length, in short: `shortest counterexample`, or why a simulation ends; empty if there is none. */
  guarantee: string;
  /** The whole guarantee. */
  details: string;
}

/** The part of the guarantees of shortest executions. */
const FEWEST_STEPS = "fewest steps";

/** The head of a trace; of a simulation with the sentence that says why it ends. */
export function summary(document: TraceDocument, why?: string): Summary {
  const { kind, name } = document.property;
  const property = {
    assert: `assert ${name} is violated`,
    label: `${name} is reached`,
    check: told(document.property),
    error: `error ${name} is reached`,
    invariant: `invariant ${name} is violated`,
    value: name,
    point: `a path to ${name}`,
  };
  const size = [
    counted(document.steps.length, "step"),
    threadsOf(document),
    counted(document.context_switches, "context switch"),
  ];
  const { guarantee } = document;
  const known = { guarantee: why ?? shortest(document), details: why ?? guarantee };
  return { property: property[kind], size: size.join(", "), ...known };
}

/** `shortest counterexample`, `shortest path` to a place; another guarantee as it is. */
function shortest({ guarantee, property }: TraceDocument): string {
  const what = property.kind === "point" ? "path" : "counterexample";
  return guarantee.includes(FEWEST_STEPS) ? `shortest ${what}` : guarantee;
}

/** The violation of a C program, with what other threads do there, and what they have locked. */
function told({ name, range, related = [], locks }: TraceDocument["property"]): string {
  const places = [{ text: name, range }, ...related].map(({ text, range }) => `${text} (line ${range.line})`);
  return related.length === 0 ? name : [...places, ...(locks === undefined ? [] : [locks])].join("; ");
}

/** `2 threads`; if some end before others start, `3 threads at a time, 4 in all`; if some take no step, `4 threads (1 never acts)`. */
function threadsOf(document: TraceDocument): string {
  const { kind, threads_needed: needed } = document;
  const { all, idle } = census(document);
  const threads = counted(needed, kind === "integer" ? "instance" : "thread");
  const total = all > needed ? `${threads} at a time, ${all} in all` : threads;
  return idle === 0 ? total : `${total} (${idle} never ${idle === 1 ? "acts" : "act"})`;
}

/** `1 step`, `2 steps`, `2 switches`. */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith("ch") ? `${noun}es` : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}

const VALUE = String.raw`\S+`;
const CHANGE = new RegExp(String.raw`^(?:T(\d+)\.)?(.*?)(?: = ${VALUE}| ${VALUE} -> ${VALUE})$`);

/** The variable of a change in a row, as filters name it: `lock`; of variables that threads have copies of, `x@T2`. */
export function changedVariable(change: string, acting?: number): string {
  const [, other, name = ""] = CHANGE.exec(change) ?? [];
  const thread = other ?? acting;
  return thread === undefined ? name : `${name}@T${thread}`;
}

/** Wake-ups of threads that waited: `woken by T4`, `wakes T1`. */
export function wakeUps({ wokenBy, woken }: Row): string[] {
  return [...(wokenBy === undefined ? [] : [`woken by T${wokenBy}`]), ...woken.map((thread) => `wakes T${thread}`)];
}

/** The events in a row beside its statement: `starts T2`, `wakes T3`, `T2 ends`, the outcome. */
export function events(row: Row): string[] {
  return [...wakeUps(row), ...notes(row), ...(row.outcome === undefined ? [] : [row.outcome])];
}

/** The events of a row that are neither wake-ups nor its outcome. */
export function notes(row: Row): string[] {
  return [
    ...atomicEvents(row),
    ...(row.created === undefined || names(row, row.created) ? [] : [`starts T${row.created}`]),
    ...(row.joined === undefined ? [] : [`joins T${row.joined}`]),
    ...row.waits,
    ...(row.ended === undefined ? [] : [`T${row.ended} ends`]),
  ];
}

/** True if a change names a thread: in `thread = T2 owner`, C has the identifier of a new one. */
function names({ own, shared }: Row, thread: number): boolean {
  return [...own, ...shared].some((change) => new RegExp(`(= |-> )T${thread}( |$)`).test(change));
}

/** The beginning and the end of an atomic section. */
function atomicEvents(row: Row): string[] {
  return row.atomic === undefined ? [] : [row.atomic === "inside" ? "atomic" : `atomic section ${row.atomic}s`];
}

/** `3 local steps`. */
export function folded(first: number, last: number): string {
  return counted(last - first + 1, "local step");
}

/** `12 initial values`. */
export function initialValues({ start = [] }: Row): string {
  return counted(start.length, "initial value");
}

/** A line as it is read aloud: `Step 5 of 14, thread 2, line 17, lock F to T`. */
export function spoken(line: Line, steps: number): string {
  if (line.kind === "fold") {
    return `Steps ${line.first} to ${line.last} of ${steps}, thread ${line.thread}, ${folded(line.first, line.last)}`;
  }
  const { row, open } = line;
  if (open === false) {
    return `Start, ${initialValues(row)}`;
  }
  const changes = [...row.looks, ...row.own, ...row.shared].map((change) => change.replace(" -> ", " to "));
  const where =
    row.step === 0 ? ["Start"] : [`Step ${row.step} of ${steps}`, `thread ${row.thread}`, `line ${row.line}`];
  return [...where, ...changes, ...events(row)].join(", ");
}

/** A change of the program, and its meaning for the trace. */
export function staleness({ proved, parting }: Stale): string {
  if (!proved) {
    return "The program has changed since this trace was found.";
  }
  const repair = parting === undefined ? "" : ` The program does not take step ${parting.step}: ${parting.why}.`;
  return `Proved now: this can no longer happen.${repair}`;
}

/** A thread in full words: `T2 worker, started by T1 in step 3`. */
export function describedLane({ thread, name, parent, from }: Lane): string {
  return parent === undefined ? `T${thread} ${name}` : `T${thread} ${name}, started by T${parent} in step ${from}`;
}
