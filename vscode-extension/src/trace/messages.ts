// Messages between the extension and its panel.

import type { Parting } from "../protocol";
import type { Found, StepQuery } from "./filter";
import type { Lane } from "./lanes";
import type { Row } from "./rows";
import type { Summary } from "./wording";

/** A trace as the panel gets it. */
export interface PanelTrace {
  /** Tells whether it is the trace that the panel knew before it was closed. */
  key: string;
  file: string;
  summary: Summary;
  lanes: Lane[];
  rows: Row[];
  /** The name of the integer program that has a column; empty if there is none. */
  beside: string;
}

/** A trace whose program has changed since. */
export interface Stale {
  /** `true` if a check has found a trace of the program as it is now. */
  fresh: boolean;
  /** `true` if the property of the trace is proved for the program as it is now. */
  proved: boolean;
  /** The first step that the program no longer takes, if that is known. */
  parting?: Parting;
}

/** The action of a button of the panel. */
export type Action = "replay" | "copy" | "openText" | "save" | "export" | "showFresh";

export type ToPanel =
  /** Shows a trace, or that there is none. `fold` is what the settings say. */
  | { type: "trace"; trace: PanelTrace | undefined; step: number; fold: boolean }
  /** The current step is another one. */
  | { type: "step"; step: number }
  /** Only some rows are to be shown. */
  | { type: "filter"; filter: string }
  /** The answer to the query of a filter. */
  | { type: "found"; filter: string; found: Found }
  /** The program changed since the trace was found, or it is the same. */
  | { type: "stale"; stale: Stale | undefined };

export type FromPanel =
  /** The panel is there, empty. */
  | { type: "ready" }
  /** The person went to a step. */
  | { type: "go"; step: number }
  | { type: "run"; action: Action }
  /** The person typed a filter with a query. */
  | { type: "ask"; filter: string; query: StepQuery }
  /** Just after going to a step, the focus went elsewhere. */
  | { type: "focusLost" };
