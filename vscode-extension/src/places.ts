// Information for which a hover has no room: how a thread reaches a place, and all states before it.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "./client";
import type { Place } from "./protocol";
import { startReplay } from "./replay";

const SCHEME = "boolprog-states";

/** The place at the cursor. */
export function placeAtCursor(editor: vscode.TextEditor): Place {
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}

/** Replays an execution with which a thread reaches a place; says so if none is found. The server shows how far it is. */
export async function showTraceTo(client: Client, place: Place): Promise<void> {
  const line = place.position.line + 1;
  const answer = await client.traceTo(place);
  if (answer?.trace !== undefined) {
    await startReplay(vscode.Uri.parse(place.textDocument.uri), `Trace to line ${line}`, answer.trace);
  } else if (answer?.reason !== undefined) {
    void vscode.window.showInformationMessage(answer.reason);
  }
}

/** Moves the cursor to a place, and shows what is known of it. */
export async function showHover({ textDocument, position: { line, character } }: Place): Promise<void> {
  const at = new vscode.Position(line, character);
  await vscode.window.showTextDocument(vscode.Uri.parse(textDocument.uri), { selection: new vscode.Range(at, at) });
  await vscode.commands.executeCommand("editor.action.showHover");
}

/** Puts the states before a place on the clipboard, as a formula. */
export async function copyFormula(client: Client, place: Place): Promise<void> {
  const states = await client.states(place);
  if (states === undefined) {
    throw new Error("No thread states are known here.");
  }
  if (states.formula === null) {
    throw new Error("There are too many thread states here for a formula.");
  }
  await vscode.env.clipboard.writeText(states.formula);
  vscode.window.setStatusBarMessage(`Copied: ${states.formula}`, 5000);
}

/** Shows all states before places, each in a read-only document of its own. */
export class StatesDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changed.event;

  constructor(private readonly client: Client) {}

  /** Opens the document of a place beside the program, as things are now. */
  async show(place: Place): Promise<void> {
    const file = path.posix.basename(vscode.Uri.parse(place.textDocument.uri).path);
    const name = `/States in ${file}, line ${place.position.line + 1}.txt`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: name, query: JSON.stringify(place) });
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const states = await this.client.states(JSON.parse(uri.query) as Place);
    return states?.text ?? "No thread states are known here.\n";
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
