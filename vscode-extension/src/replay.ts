// From a violated property to a debug session that replays exactly the counterexample that the lens speaks of.

import * as vscode from "vscode";
import type { Client } from "./client";
import { LANGUAGE, programPath } from "./language";
import type { TraceDocument } from "./trace/document";

/** The view of the side bar in which programs are chosen: VS Code does not tell which one was shown. */
export const EXPLORER = "workbench.view.explorer";

/** Replays the counterexample to a property. */
export async function replay(client: Client, uri: string, property: string): Promise<void> {
  const traceDocument = await client.trace(uri, property);
  if (traceDocument === undefined) {
    throw new Error("There is no counterexample to replay: the program changed, or its check is not finished.");
  }
  await startReplay(vscode.Uri.parse(uri), `Replay ${property}`, traceDocument);
}

/** Starts a debug session that replays a trace of a program. After it, the side bar shows the view that it came `from`. */
export async function startReplay(
  program: vscode.Uri,
  name: string,
  traceDocument: TraceDocument,
  from = EXPLORER,
): Promise<void> {
  const configuration = {
    type: LANGUAGE,
    request: "launch",
    name,
    program: programPath(program),
    ...recorded(program, traceDocument),
    internalConsoleOptions: "neverOpen",
    returnTo: from,
  };
  // The trace is one of the text in the editor: nothing needs to be on disk.
  const options = { suppressSaveBeforeStart: true };
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(program), configuration, options);
}

/** The input of the debug adapter, so that it need not read or check the program. */
export function recorded(program: vscode.Uri, traceDocument: TraceDocument): Partial<vscode.DebugConfiguration> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === program.toString());
  return { traceDocument, ...(open === undefined ? {} : { programText: open.getText() }) };
}

/** The file and the property at the cursor that is violated, as below; there has to be one. */
export function violatedAtCursor(editor: vscode.TextEditor): [string, string] {
  const violation = violationAtCursor(editor);
  if (violation === undefined) {
    throw new Error("There is no counterexample: no property of this program is known to be violated.");
  }
  return [editor.document.uri.toString(), violation.data.property];
}

/** The property that is violated at the cursor or nearest above it, else the first of the file. */
export function violationAtCursor({ document, selection }: vscode.TextEditor): Violation | undefined {
  const violated = violations(document.uri);
  return violated.findLast(({ range }) => range.start.line <= selection.active.line) ?? violated[0];
}

/** A diagnostic that says that a property is violated. */
export type Violation = vscode.Diagnostic & { data: { property: string } };

/** Violated properties, in the order of the text. Not found by the lenses, which can be switched off. */
export function violations(uri: vscode.Uri): Violation[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(isViolation)
    .sort((one, other) => one.range.start.compareTo(other.range.start));
}

function isViolation(diagnostic: vscode.Diagnostic): diagnostic is Violation {
  const { severity, data } = diagnostic as vscode.Diagnostic & { data?: { property?: unknown } };
  return severity === vscode.DiagnosticSeverity.Error && typeof data?.property === "string";
}
