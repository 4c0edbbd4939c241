// A saved counterexample, `boolprog-trace/3`, as docs/trace-format.md describes it.

/** A truth value, or a number in an integer program. */
export type Value = boolean | number;

/** Lines and columns count from 1, columns in UTF-16 units; the end is the column after the last character. */
export interface Range {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** An activation: a procedure, the statement it executes next, and the values of its variables. */
export interface Frame {
  procedure: number;
  range: Range;
  /** Where an instance of an integer program is. */
  location?: string;
  values: Value[];
}

/** A live thread. Its frames are outermost first. */
export interface Thread {
  number: number;
  thread_local: Value[];
  frames: Frame[];
}

/** A thread that a step creates or changes. */
export interface ThreadChange {
  number: number;
  thread_local: Value[];
  /** How many of its outermost activations are as before; none in traces of version 2. */
  kept?: number;
  /** The other activations, outermost first. */
  frames: Frame[];
}

/** A state in full; `atomic` is the thread inside an atomic section. */
export interface State {
  shared: Value[];
  atomic: number | null;
  threads: Thread[];
}

/** What a step changes: shared variables by index, and threads that are new or look different after it. */
export interface Step {
  thread: number;
  range: Range;
  text: string;
  shared?: [number, Value][];
  atomic: number | null;
  threads: ThreadChange[];
  created?: number;
  ended?: number;
}

/** What the execution shows; nothing is violated at a `point`. */
export interface Property {
  id: string;
  kind: "assert" | "label" | "point" | "error" | "invariant" | "value";
  name: string;
  range: Range;
  thread: number;
}

/** The whole counterexample. */
export interface TraceDocument {
  schema: string;
  program: string;
  program_hash: string;
  kind: "boolean" | "integer" | "c";
  threads: string;
  /** The names of the threads of an integer program, such as `P[0]`. */
  instances?: string[];
  property: Property;
  threads_needed: number;
  context_switches: number;
  guarantee: string;
  shared: string[];
  /** Variables, shared and local, that a C program does not have: they are not shown. */
  helpers?: string[];
  thread_local: string[];
  procedures: { name: string; variables: string[] }[];
  initial: State;
  steps: Step[];
}
