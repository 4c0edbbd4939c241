// Questions in words.

import type { Answer, Question } from "../protocol";

/** A question about a program, as a sentence. */
export function inWords(question: Question): string {
  switch (question.kind) {
    case "together": {
      const lines = question.positions.map(({ line }) => line + 1);
      return new Set(lines).size === 1
        ? `Can ${lines.length === 2 ? "two" : lines.length} threads be at line ${lines[0]} together?`
        : `Can threads be at lines ${lines.join(", ")} together?`;
    }
    case "threads":
      return `How many threads are needed${question.position ? ` to get to line ${question.position.line + 1}` : ""}?`;
    case "invariant":
      return `Does ${question.expression} always hold${question.position ? ` at line ${question.position.line + 1}` : ""}?`;
    case "expression":
      return `Is ${question.expression} an expression?`;
    case "compare":
      return "What has changed since the last run?";
  }
}

/** The word before the text of an answer; none if the question is not one of yes or no, and the text says all. */
export function wordOf({ kind }: Question, verdict: Answer["verdict"]): string | undefined {
  return verdict !== "unknown" && (kind === "threads" || kind === "compare") ? undefined : verdict;
}
