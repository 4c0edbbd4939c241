// What the extension and the view of states say to each other.

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
  /** Whether an execution shows it. */
  hasTrace: boolean;
}

/** What the view shows. */
export interface Content {
  /** What is known before the statement at the cursor; missing where there is none. */
  states: LineStates | undefined;
  /** The newest first. */
  answers: Answered[];
}

/** What a button of the view does with the statement. */
export type Action = "showTraceTo" | "copyFormula" | "showStates";

export type ToView = { type: "show"; content: Content };

export type FromView =
  /** The page is there, empty. */
  | { type: "ready" }
  | { type: "run"; action: Action }
  /** Shows the execution of the answer with this id. */
  | { type: "showTrace"; answer: number }
  | { type: "clearAnswers" };
