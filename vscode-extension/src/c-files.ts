// The C files that the server looks at. They stay in the language of other tools; ours are offered for these files only.

import * as vscode from "vscode";
import type { Status } from "./status";

/** Id of the language of C programs, which is not ours. */
export const C_LANGUAGE = "c";

/** The paths of these files, for the `when` clauses of menus: schemes differ where files are remote. */
const CONTEXT = "boolprog.cFiles";
/** The paths of those with a counterexample. */
const VIOLATED_CONTEXT = "boolprog.violatedCFiles";

/** A file, and whether a counterexample is known. */
interface Checked {
  path: string;
  isViolated: boolean;
}

/** By the text of their addresses. */
const checked = new Map<string, Checked>();
const changed = new vscode.EventEmitter<void>();

/** The server looks at other files than before. */
export const onDidChangeCheckedC = changed.event;

/** True if the server checks a file that is not in a language of ours. */
export function isCheckedC(uri: vscode.Uri): boolean {
  return checked.has(uri.toString());
}

/** Takes what the server says of a file, if it is a C program. */
export function noteStatus({ uri, state, text }: Status): void {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  if (document?.languageId !== C_LANGUAGE) {
    return;
  }
  if (state === "off") {
    forgetC(document.uri);
    return;
  }
  const isViolated = /\bviolated\b/.test(text);
  if (checked.get(uri)?.isViolated !== isViolated) {
    checked.set(uri, { path: document.uri.fsPath, isViolated });
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
  const all = [...checked.values()];
  const paths = (files: Checked[]): string[] => files.map(({ path }) => path);
  void vscode.commands.executeCommand("setContext", CONTEXT, paths(all));
  void vscode.commands.executeCommand(
    "setContext",
    VIOLATED_CONTEXT,
    paths(all.filter(({ isViolated }) => isViolated)),
  );
  changed.fire();
}
