// Which rows of a trace are shown, and in which order: filter, shared effects only, folded local steps.

import type { Found } from "./filter";
import { matcher } from "./filter";
import type { Row } from "./rows";

/** The choices of the person. */
export interface View {
  /** The conditions that have to hold; [`readFilter`] says how it is written. */
  filter: string;
  /** Only steps that change what other threads see. */
  sharedOnly: boolean;
  /** Runs of local steps become one line each. */
  fold: boolean;
  /** The first steps of the runs that were opened. */
  opened: number[];
}

/** A line of the panel: a step, or the head of a run of local steps of one thread. */
export type Line = StepLine | FoldLine;

export interface StepLine {
  kind: "step";
  row: Row;
  /** `true` if the values of a start are shown, `false` if only their number is; missing if there are few. */
  open?: boolean;
  /** Another thread than the one on the line above takes this step. */
  switched: boolean;
}

export interface FoldLine {
  kind: "fold";
  thread: number;
  /** First and last step of the run. */
  first: number;
  last: number;
  open: boolean;
  switched: boolean;
}

/** A single step takes as much room as its fold. */
const SHORTEST_RUN = 2;
/** A start with more values is closed at first. */
const MOST_VALUES = 12;

/**
 * The lines that a view of a trace shows, in time proportional to its size; `found` answers the query of its filter.
 */
export function lines(rows: Row[], view: View, found: Found | undefined): Line[] {
  const matches = matcher(view.filter, found);
  const wanted = rows.filter((row) => matches(row) && (!view.sharedOnly || isSharedEffect(row)));
  // A person who searches wants to see what was found.
  const folded = view.fold && view.filter.trim() === "" && !view.sharedOnly;
  const opened = new Set(view.opened);
  return withSwitches(folded ? fold(wanted, opened) : wanted.map((row) => stepLine(row, opened)));
}

/** The first step on a line. */
export function firstStep(line: Line): number {
  return line.kind === "step" ? line.row.step : line.first;
}

/** The index of the line that shows a step: its own, or its closed fold; else the last one before it. */
export function lineOf(all: Line[], step: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firstStep(all[middle] as Line) <= step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Math.max(0, low - 1);
}

/** True if a line shows a step, as itself or folded. */
export function shows(line: Line, step: number): boolean {
  return line.kind === "step" ? line.row.step === step : !line.open && line.first <= step && step <= line.last;
}

/** The thread of a line; 0 at the start. */
export function threadOf(line: Line): number {
  return line.kind === "step" ? line.row.thread : line.thread;
}

function isSharedEffect(row: Row): boolean {
  const lasting = row.created !== undefined || row.ended !== undefined || row.outcome !== undefined;
  return row.step === 0 || row.shared.length > 0 || lasting;
}

function stepLine(row: Row, opened: Set<number>): Line {
  const values = row.start?.length ?? 0;
  return { kind: "step", row, ...(values > MOST_VALUES ? { open: opened.has(row.step) } : {}), switched: false };
}

function fold(rows: Row[], opened: Set<number>): Line[] {
  const all: Line[] = [];
  for (let start = 0; start < rows.length; ) {
    const run = localRun(rows, start);
    const [head, tail] = [run[0] as Row, run.at(-1) as Row];
    const open = opened.has(head.step);
    if (run.length >= SHORTEST_RUN) {
      all.push({ kind: "fold", thread: head.thread, first: head.step, last: tail.step, open, switched: false });
    }
    if (run.length < SHORTEST_RUN || open) {
      all.push(...run.map((row) => stepLine(row, opened)));
    }
    start += run.length;
  }
  return all;
}

/** The longest run of local steps of one thread that starts here, else the row that does. */
function localRun(rows: Row[], start: number): Row[] {
  const thread = (rows[start] as Row).thread;
  let end = start;
  while (rows[end]?.local && rows[end]?.thread === thread) {
    end += 1;
  }
  return rows.slice(start, Math.max(end, start + 1));
}

function withSwitches(all: Line[]): Line[] {
  let thread = 0;
  return all.map((line) => {
    const switched = thread !== 0 && threadOf(line) !== thread;
    thread = threadOf(line);
    return { ...line, switched };
  });
}
