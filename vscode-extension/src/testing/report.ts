// From what the server says of a property to what the Test Explorer shows.
//
// No result has a message: VS Code would draw it over the text beside the property, and the lens above that says the same. Text
// to read is output of the test.

import type * as vscode from "vscode";
import type { Client } from "../client";
import type { Property } from "../protocol";
import { traceText } from "../trace/text";

/** Reports the outcome of a property and how long it took; says whether there was one. Unknown is an error, no failure. */
export function reportOutcome(
  run: vscode.TestRun,
  item: vscode.TestItem,
  { verdict }: Property,
  milliseconds?: number,
): boolean {
  switch (verdict) {
    case "proved":
      run.passed(item, milliseconds);
      return true;
    case "violated":
      run.failed(item, [], milliseconds);
      return true;
    case "unknown":
      run.errored(item, [], milliseconds);
      return true;
    default:
      return false;
  }
}

/** Reports the outcome of a property that a run asked for, with its counterexample or why it is unknown. */
export async function report(
  client: Client,
  run: vscode.TestRun,
  item: vscode.TestItem,
  property: Property,
  milliseconds: number,
): Promise<boolean> {
  if (property.verdict === "violated" || property.verdict === "unknown") {
    const trace = item.uri && (await client.trace(item.uri.toString(), property.id));
    const text = `${item.label}: ${property.text}\n\n${trace === undefined ? "" : traceText(trace)}`.trimEnd();
    // A terminal wants both characters at the end of a line. Output with a place would be written there, over the editor's text.
    run.appendOutput(`${text.replaceAll("\n", "\r\n")}\r\n`, undefined, item);
  }
  return reportOutcome(run, item, property, milliseconds);
}
