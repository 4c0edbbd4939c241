// From what the server says of a property to what the Test Explorer shows.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Property } from "../protocol";
import { toRange } from "../protocol";
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
      run.errored(item, located(property.text, item, property), milliseconds);
      return true;
    default:
      return false;
  }
}

/**
 * Reports the outcome of a property that no run asked for, if there is one. It has no message: VS Code would draw it over the
 * lens above the property, which says the same.
 */
export function reportSilently(run: vscode.TestRun, item: vscode.TestItem, { verdict }: Property): void {
  if (verdict === "proved") {
    run.passed(item);
  } else if (verdict === "violated") {
    run.failed(item, []);
  } else if (verdict === "unknown") {
    run.errored(item, []);
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
  const failure = located(`${item.label}: ${property.text}\n\n${text}`.trimEnd(), item, property);
  failure.contextValue = VIOLATED;
  // A terminal wants both characters at the end of a line. Output with a place would be written there, over the editor's text.
  run.appendOutput(`${text.replaceAll("\n", "\r\n")}\r\n`, undefined, item);
  return failure;
}

function located(text: string, item: vscode.TestItem, property: Property): vscode.TestMessage {
  const failure = new vscode.TestMessage(text);
  if (item.uri !== undefined) {
    failure.location = new vscode.Location(item.uri, toRange(property.range));
  }
  return failure;
}
