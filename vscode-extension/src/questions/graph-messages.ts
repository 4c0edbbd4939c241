// What the extension and the page of a thread-state graph say to each other.

/** The formats in which a graph is saved. */
export type Saved = "svg" | "dot";

export type ToGraph =
  /** Shows a picture of the program with a name. */
  | { type: "graph"; name: string; svg: string }
  /** The program has changed since the picture was made. */
  | { type: "stale" };

export type FromGraph =
  /** The page is there, empty. */
  | { type: "ready" }
  | { type: "save"; format: Saved }
  /** The program as it is now is to be drawn. */
  | { type: "again" };
