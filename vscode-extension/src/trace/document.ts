// A saved counterexample, `boolprog-trace/4`, as docs/trace-format.md describes it.

/** A truth value, or a number; in a C program also a text, as C writes it, or null where there is no value. */
export type Value = boolean | number | string | null;

/** Lines and columns count from 1, columns in UTF-16 units; the end is the column after the last character. */
export interface Range {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  /** Index of its file, if that is not the program itself. */
  file?: number;
}

/** An activation: a procedure, the statement it executes next, and the values of its variables. */
export interface Frame {
  procedure: number;
  range: Range;
  /** The location of an instance of an integer program. */
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
  /** Number of its outermost activations that are as before; none in traces of version 2. */
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

/** The changes of a step: shared variables by index, and threads that are new or look different after it. */
export interface Step {
  thread: number;
  range: Range;
  text: string;
  shared?: [number, Value][];
  atomic: number | null;
  threads: ThreadChange[];
  /** Its reads and writes of a C program, in order. */
  accesses?: Access[];
  /** A statement of a C program begins with it. */
  begins?: boolean;
  /** Threads that waited and can go on. */
  woken?: number[];
  /** Threads that have to wait from now on, and for what. */
  blocked?: { thread: number; on: string }[];
  created?: number;
  ended?: number;
  /** The thread of a C program that it joins, which has ended before. */
  joined?: number;
  /** Local variables of its innermost activation, by their index, that are others than had their names before: without an old value. */
  fresh?: number[];
}

/** An access to a variable; it reads and writes at once if it is an update. */
export interface Access {
  kind: "read" | "write" | "update";
  variable: string;
  before: Value;
  after: Value;
}

/** The property that the execution shows; nothing is violated at a `point`. */
export interface Property {
  id: string;
  kind: "assert" | "label" | "point" | "check" | "error" | "invariant" | "value";
  name: string;
  range: Range;
  thread: number;
  /** Other threads that are part of it. */
  related?: { thread: number; range: Range; text: string }[];
  /** The locks of the threads of a data race, as a clause. */
  locks?: string;
}

/** The whole counterexample. */
export interface TraceDocument {
  schema: string;
  program: string;
  program_hash: string;
  kind: "boolean" | "integer" | "c";
  /** The other files of a C program. */
  files?: string[];
  threads: string;
  /** The names of the threads of an integer program, such as `P[0]`. */
  instances?: string[];
  property: Property;
  threads_needed: number;
  context_switches: number;
  guarantee: string;
  shared: string[];
  thread_local: string[];
  procedures: { name: string; variables: string[] }[];
  initial: State;
  steps: Step[];
}
