// How questions are put.

import type { Position } from "vscode-languageclient/node";
import type { Question } from "../protocol";

const LIST = new Intl.ListFormat("en");

/** Where threads are to be together: at each of several cursors, or two at the only one. */
export function places(cursors: readonly Position[]): Position[] {
  const positions = cursors.map(({ line, character }) => ({ line, character }));
  return positions.length === 1 ? [...positions, ...positions] : positions;
}

/** What is shown while the answer is looked for. */
export function asked(question: Question): string {
  switch (question.kind) {
    case "together":
      return `Can ${question.positions.length} threads be ${lines(question.positions)} at the same time?`;
    case "threads":
      return `How many threads are needed${question.position ? ` to get to ${line(question.position)}` : ""}?`;
    case "invariant":
      return `Does ${question.expression} hold ${question.position ? `whenever a thread is in ${line(question.position)}` : "everywhere"}?`;
    case "compare":
      return "What has changed since the last run?";
  }
}

function line({ line: number }: Position): string {
  return `line ${number + 1}`;
}

function lines(positions: Position[]): string {
  const different = [...new Set(positions.map((position) => String(position.line + 1)))];
  return `in ${different.length === 1 ? "line" : "lines"} ${LIST.format(different)}`;
}
