// The C files that the server looks at. They stay in the language of other tools; ours are offered for these files only.

import * as vscode from "vscode";
import type { Status } from "./status";

/** Id of the language of C programs, which is not ours. */
export const C_LANGUAGE = "c";

/** The paths of these files, for the `when` clauses of menus: schemes differ where files are remote. */
const CONTEXT = "boolprog.cFiles";

/** By the text of their addresses. */
const checked = new Map<string, vscode.Uri>();
const changed = new vscode.EventEmitter<void>();

/** The server looks at other files than before. */
export const onDidChangeCheckedC = changed.event;

/** Whether the server looks at a file that is not in a language of ours. */
export function isCheckedC(uri: vscode.Uri): boolean {
  return checked.has(uri.toString());
}

/** Takes what the server says of a file, if it is a C program. */
export function noteStatus({ uri, state }: Status): void {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  if (document?.languageId !== C_LANGUAGE) {
    return;
  }
  if (state === "off") {
    forgetC(document.uri);
  } else if (!isCheckedC(document.uri)) {
    checked.set(uri, document.uri);
    show();
  }
}

/** The server looks at a file no longer: at none, if none is given. */
export function forgetC(uri?: vscode.Uri): void {
  if (uri === undefined) {
    checked.clear();
    show();
  } else if (checked.delete(uri.toString())) {
    show();
  }
}

/** Follows what is closed. */
export function followC(): vscode.Disposable {
  return vscode.workspace.onDidCloseTextDocument(({ uri }) => forgetC(uri));
}

function show(): void {
  const paths = [...checked.values()].map(({ fsPath }) => fsPath);
  void vscode.commands.executeCommand("setContext", CONTEXT, paths);
  changed.fire();
}
