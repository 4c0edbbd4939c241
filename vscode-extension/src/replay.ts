// From a violated property to a debug session that replays exactly the counterexample that the lens speaks of.

import * as vscode from "vscode";
import type { Client } from "./client";
import { LANGUAGE, programPath } from "./language";
import type { TraceDocument } from "./trace/document";

/** Replays the counterexample to a property. */
export async function replay(client: Client, uri: string, property: string): Promise<void> {
  const traceDocument = await client.trace(uri, property);
  if (traceDocument === undefined) {
    throw new Error("There is no counterexample to replay: the program changed, or its check is not finished.");
  }
  await startReplay(vscode.Uri.parse(uri), `Replay ${property}`, traceDocument);
}

/** Starts a debug session that replays a trace of a program. */
export async function startReplay(program: vscode.Uri, name: string, traceDocument: TraceDocument): Promise<void> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === program.toString());
  const configuration = {
    type: LANGUAGE,
    request: "launch",
    name,
    program: programPath(program),
    traceDocument,
    ...(open === undefined ? {} : { programText: open.getText() }),
    internalConsoleOptions: "neverOpen",
  };
  // The trace is one of the text in the editor: nothing needs to be on disk.
  const options = { suppressSaveBeforeStart: true };
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(program), configuration, options);
}

/** The file and the property at the cursor or nearest above it that is violated, else the first of the file. */
export function violatedAtCursor(editor: vscode.TextEditor): [string, string] {
  const { uri } = editor.document;
  const violated = violations(uri);
  const line = editor.selection.active.line;
  const chosen = violated.findLast(({ range }) => range.start.line <= line) ?? violated[0];
  if (chosen === undefined) {
    throw new Error("There is no counterexample: nothing is known to be violated in this program.");
  }
  return [uri.toString(), chosen.data.property];
}

/** A diagnostic that says that a property is violated. */
type Violation = vscode.Diagnostic & { data: { property: string } };

/** In the order of the text. Not found by the lenses, which can be switched off. */
function violations(uri: vscode.Uri): Violation[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(isViolation)
    .sort((one, other) => one.range.start.compareTo(other.range.start));
}

function isViolation(diagnostic: vscode.Diagnostic): diagnostic is Violation {
  const { severity, data } = diagnostic as vscode.Diagnostic & { data?: { property?: unknown } };
  return severity === vscode.DiagnosticSeverity.Error && typeof data?.property === "string";
}
