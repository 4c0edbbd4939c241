// From a violated property to a debug session that replays exactly the counterexample that the lens speaks of.

import * as vscode from "vscode";
import type { Client, TraceDocument } from "./client";
import { LANGUAGE, programPath } from "./language";

const COMMAND = "boolprog.replay";

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
  const configuration = {
    type: LANGUAGE,
    request: "launch",
    name,
    program: programPath(program),
    traceDocument,
    internalConsoleOptions: "neverOpen",
  };
  // The trace is one of the text in the editor: nothing needs to be on disk.
  const options = { suppressSaveBeforeStart: true };
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(program), configuration, options);
}

/** Replays the counterexample whose lens is at the cursor or nearest above it, else the first of the file. */
export async function replayAtCursor(client: Client, editor: vscode.TextEditor): Promise<void> {
  const lens = chosenLens(await replayLenses(editor.document.uri), editor.selection.active.line);
  const [uri, property]: unknown[] = lens?.command?.arguments ?? [];
  if (typeof uri !== "string" || typeof property !== "string") {
    throw new Error("There is no counterexample to replay: nothing is known to be violated in this program.");
  }
  await replay(client, uri, property);
}

async function replayLenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
  return lenses
    .filter((lens) => lens.command?.command === COMMAND)
    .sort((one, other) => one.range.start.compareTo(other.range.start));
}

function chosenLens(lenses: vscode.CodeLens[], line: number): vscode.CodeLens | undefined {
  return lenses.findLast((lens) => lens.range.start.line <= line) ?? lenses[0];
}
