// The graph of a program's thread states or of its abstraction, and what the extension and its page say to each other.

/** A node: what stands in it, and the statement that it is about. */
export interface Shape {
  lines: string[];
  /** The full description, in lines. */
  tip: string;
  kind: "state" | "failed" | "ended";
  reach: "reachable" | "unreachable" | "unknown";
  initial: boolean;
  /** True if the counterexample passes through it. */
  onPath: boolean;
  range?: { start: Position; end: Position };
}

interface Position {
  line: number;
  character: number;
}

/** All steps of one kind between two shapes. */
export interface Arrow {
  /** Indices of shapes. */
  from: number;
  to: number;
  line: "solid" | "dashed" | "dotted";
  /** The numbers of the steps of the counterexample; empty if it takes none of them. */
  label: string;
  tip: string;
  reach: Shape["reach"];
}

/** A graph, and the same in the language of Graphviz. */
export interface Graph {
  /** A headline, and lines with more. */
  caption: string[];
  shapes: Shape[];
  arrows: Arrow[];
  dot: string;
  /** The search whose round it shows; only of integer programs, whose states are abstract. */
  search?: Search;
}

/** A round of a search under abstraction. */
export interface Search {
  engine: string;
  /** The engines whose rounds can be shown. */
  engines: string[];
  /** The number of the round, from 1. */
  round: number;
  isLast: boolean;
}

/** A round that is wanted: the last one if it has no number. */
export interface Wanted {
  engine: string;
  round?: number;
}

export type ToGraph =
  /** Shows the graph of the program with a name. */
  | { type: "graph"; name: string; graph: Graph }
  /** The program has changed since the graph was made. */
  | { type: "stale" };

export type FromGraph =
  /** The page is there, empty. */
  | { type: "ready" }
  /** Shows the statement of the shape with this index. */
  | { type: "go"; shape: number }
  /** Saves the graph, as the page draws it or for Graphviz. */
  | { type: "save"; format: "svg"; text: string }
  | { type: "save"; format: "dot" }
  /** Another round is to be drawn, of the program as it is now. */
  | { type: "round"; wanted: Wanted }
  /** The program as it is now is to be drawn. */
  | { type: "again" };
