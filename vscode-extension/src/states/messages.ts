// Messages between the extension and the view of states.

import type { LineStates } from "../protocol";

/** The answer to a question that was asked. */
export interface Answered {
  /** Tells it apart from all others. */
  id: number;
  /** The program and the question, such as `mutex.bp: Can two threads be at line 14 together?`. */
  question: string;
  /** The word before the text: `yes`; none if the question asks for more than yes or no. */
  word: string | undefined;
  text: string;
  verdict: "yes" | "no" | "unknown";
  /** True if an execution shows it. */
  hasTrace: boolean;
}

/** The content of the view. */
export interface Content {
  /** Facts before the statement at the cursor; missing where there is none. */
  states: LineStates | undefined;
  /** The newest first. */
  answers: Answered[];
}

/** The action of a button of the view on the statement. */
export type Action = "showTraceTo" | "copyFormula" | "showStates";

export type ToView = { type: "show"; content: Content };

export type FromView =
  /** The page is there, empty. */
  | { type: "ready" }
  | { type: "run"; action: Action }
  /** Shows the execution of the answer with this id. */
  | { type: "showTrace"; answer: number }
  | { type: "clearAnswers" };
