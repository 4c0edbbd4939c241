// From one counterexample of a program to the next.

import * as vscode from "vscode";
import { activeProgram } from "../language";
import type { Violation } from "../replay";
import { violationAtCursor, violations } from "../replay";
import type { Traces } from "./traces";

/** Shows the counterexample after the one that is shown, else the one at the cursor; wraps around after the last. */
export async function nextCounterexample(traces: Traces): Promise<void> {
  const editor = activeProgram();
  const { shown } = traces.current;
  const program = editor?.document.uri ?? shown?.program;
  const violated = program === undefined ? [] : violations(program);
  const isShown = ({ data }: Violation): boolean =>
    shown?.program.toString() === program?.toString() && shown?.document.property.id === data.property;
  const index = violated.findIndex(isShown);
  const first = editor === undefined ? violated[0] : violationAtCursor(editor);
  const next = index === -1 ? first : violated[(index + 1) % violated.length];
  if (program === undefined || next === undefined) {
    throw new Error("There is no counterexample: no property of this program is known to be violated.");
  }
  const { start } = next.range;
  await vscode.window.showTextDocument(program, { selection: new vscode.Range(start, start), preserveFocus: true });
  await traces.showCounterexample(program.toString(), next.data.property);
  const place = violated.findIndex(({ data }) => data.property === next.data.property) + 1;
  vscode.window.setStatusBarMessage(`Counterexample ${place} of ${violated.length}: ${next.data.property}`, 5000);
}
