// Requests to the server beside LSP, and its answers.

import * as vscode from "vscode";
import type { Position, Range } from "vscode-languageclient/node";
import type { TraceDocument } from "./trace/document";
import type { Verdict } from "./verdict";

/** A place in a program, as the server's requests want it. */
export interface Place {
  textDocument: { uri: string };
  position: { line: number; character: number };
}

/** An execution to a place, or why there is none. */
export interface TraceTo {
  trace?: TraceDocument;
  reason?: string;
}

/** The thread states before a place. The formula is missing if there are very many. */
export interface States {
  text: string;
  formula: string | null;
}

/** Facts before the statement of a line. */
export interface LineStates {
  /** From 1. */
  line: number;
  statement: string;
  /** Its reachability, and in how many states; or why that is not known. */
  headline: string;
  /** The variables that the verdict on a property there depends on, if they are known and not all. */
  variables: string | null;
  /** Facts that hold in all of the states. */
  always: string[];
  /** Number of threads that are needed, if that is known. */
  threads: string | null;
  /** States of counterexamples before a statement of a C program. */
  seen: string[];
  columns: { name: string; shared: boolean }[];
  /** A letter T or F for each column; not all states if they are very many. */
  states: string[];
  /** The number of all states. */
  count: number;
}

/** A property and what is known of it. */
export interface Property {
  /** Stable and unique in the file: `assert-1`. */
  id: string;
  label: string;
  range: Range;
  /** Missing unless it is about the program as it is. */
  verdict: Verdict | null;
  /** The engine that decided it, if it is decided. */
  engine: string | null;
  /** The verdict in a line, or why there is none. */
  text: string;
  /** The variables that the verdict depends on, if they are known and not all. */
  variables: string | null;
  /** Longer time limits, in seconds, with which a check may decide it. */
  retries: number[];
}

/** The first step of a trace that a program no longer takes, and the reason as a clause. */
export interface Parting {
  step: number;
  why: string;
}

/** The properties of a file. */
export interface Properties {
  /** True if a check waits or runs. */
  checking: boolean;
  /** Equal for equal programs; missing if this one has errors. */
  fingerprint: string | null;
  properties: Property[];
}

/** The numbers of thread states before statements; of conditions also the numbers in which they hold and fail. */
export interface Coverage {
  procedures: { name: string; range: Range; states: number }[];
  statements: { range: Range; states: number; outcomes: [number, number] | null }[];
}

/** The check that runs, or why that is not known. */
export interface CoverageAnswer {
  coverage?: Coverage;
  reason?: string;
}

/** A question about a program. */
export type Question =
  /** Can different threads be at these places at the same time? A place that is given twice: two threads. */
  | { kind: "together"; positions: Position[] }
  /** How many threads are needed to reach a place or, without one, to everything that can be reached? */
  | { kind: "threads"; position?: Position }
  /** Does an expression hold whenever a thread is at a place or, without one, always? */
  | { kind: "invariant"; expression: string; position?: Position }
  /** Can that be asked of an expression? Yes, or the reason why not. */
  | { kind: "expression"; expression: string; position?: Position }
  /** What has changed since the check before this one? */
  | { kind: "compare" };

/** An answer in words, and an execution that shows it if there is one. */
export interface Answer {
  verdict: "yes" | "no" | "unknown";
  text: string;
  trace?: TraceDocument;
}

/** A predicate of an integer program. */
export interface Predicate {
  /** Its text, and its place if it has one. */
  text: string;
  /** The only place where it is used; null if everywhere. */
  place: string | null;
  /** The iteration that found it; null if the program says it. */
  iteration: number | null;
  /** The round of refinement that found it; null as above. */
  round: number | null;
  declaration: Range | null;
  /** The edges whose guards say it, or that are not exact without it. */
  edges: Range[];
  /** The combinations of locations at which some abstract states have it and others have not; not all if they are many. */
  splits: string[];
  /** Their number. */
  split: number;
  /** Its declaration; null if the program says it. */
  insertion: { range: Range; newText: string } | null;
}

/** The predicates of a program, and what they come to. */
export interface Predicates {
  message: string;
  predicates: Predicate[];
}

/** A file for the prover Rocq, and a sentence about it. */
export interface Theorems {
  text: string;
  message: string;
}

/** The result of rounds of abstraction and refinement of an integer program. */
export interface Refined {
  /** The conclusion, as a sentence. */
  message: string;
  verdict: Verdict;
  /** The Boolean program of the last round; null if there is none. */
  text: string | null;
  rounds: Round[];
  predicates: Predicate[];
  /** A counterexample of the integer program, if there is one. */
  trace: TraceDocument | null;
  /** Why the prover answers nothing, if it does not. */
  noProver: string | null;
}

/** One round. */
export interface Round {
  round: number;
  predicates: number;
  lines: number;
  questions: number;
  verdict: Verdict;
  /** Why each counterexample is none of the integer program. */
  spurious: string[];
  /** The predicates that are new in the next round. */
  added: string[];
}

/** A range as the editor wants it. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
