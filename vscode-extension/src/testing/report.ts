// From what the server says of a property to what the Test Explorer shows.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Property } from "../protocol";
import { traceText } from "../trace/text";

/** Marks failures with a counterexample, for the menus. */
const VIOLATED = "boolprog.violated";

/** Reports the outcome of a property and how long it took; says whether there was one. Unknown is an error, no failure. */
export async function report(
  client: Client,
  run: vscode.TestRun,
  item: vscode.TestItem,
  property: Property,
  milliseconds?: number,
): Promise<boolean> {
  switch (property.verdict) {
    case "proved":
      run.passed(item, milliseconds);
      return true;
    case "violated":
      run.failed(item, await counterexample(client, run, item, property), milliseconds);
      return true;
    case "unknown":
      run.errored(item, new vscode.TestMessage(property.text), milliseconds);
      return true;
    default:
      return false;
  }
}

async function counterexample(
  client: Client,
  run: vscode.TestRun,
  item: vscode.TestItem,
  property: Property,
): Promise<vscode.TestMessage> {
  const trace = item.uri && (await client.trace(item.uri.toString(), property.id));
  const text = trace === undefined ? "" : traceText(trace);
  // It has no place: the editor would write it after the statement, over the values and threads of a replay.
  const failure = new vscode.TestMessage(`${item.label}: ${property.text}\n\n${text}`.trimEnd());
  failure.contextValue = VIOLATED;
  // A terminal wants both characters at the end of a line. Output with a place would be written there, over the editor's text.
  run.appendOutput(`${text.replaceAll("\n", "\r\n")}\r\n`, undefined, item);
  return failure;
}
