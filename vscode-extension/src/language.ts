// Names that package.json, the server and the extension agree on.

import * as vscode from "vscode";
import { C_LANGUAGE, isCheckedC } from "./c-files";

/** Id of the language, of the debugger and of the section of the settings. */
export const LANGUAGE = "boolprog";

/** Id of the language of integer programs. */
export const INTEGER_LANGUAGE = "boolprog-integer";

/** Ids of the languages that the server knows. */
export const LANGUAGES = [LANGUAGE, INTEGER_LANGUAGE];

/** The commands about a place, which links in hovers may name. */
export const PLACE_COMMANDS = ["boolprog.showTraceTo", "boolprog.showStates", "boolprog.copyFormula"];

/** True if a document is a program: in a language of ours, or a C file that the server checks. */
function isProgram({ languageId, uri }: vscode.TextDocument): boolean {
  return LANGUAGES.includes(languageId) || isCheckedC(uri);
}

/** The editor the user is in, if it shows a program. */
export function activeProgram(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor !== undefined && isProgram(editor.document) ? editor : undefined;
}

/** The document the user is in, if it can be checked: a program, or a C file whose check was not asked for yet. */
export function activeCheckable(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !(isProgram(document) || document.languageId === C_LANGUAGE)) {
    throw new Error("Open a program first.");
  }
  return document;
}

/** Does something with the program that the user is in; there has to be one. */
export async function withProgram<Result>(run: (editor: vscode.TextEditor) => Promise<Result>): Promise<Result> {
  const editor = activeProgram();
  if (editor === undefined) {
    throw new Error("Open a program first.");
  }
  return run(editor);
}

/** The name of a program for the debug adapter: by its path, or by its address if it is in no file. */
export function programPath(program: vscode.Uri): string {
  return program.scheme === "file" ? program.fsPath : program.toString();
}

/** The program that the debug adapter calls so. A scheme has two letters at least: one letter is a drive. */
export function programUri(path: string): vscode.Uri {
  return /^[A-Za-z][\w+.-]+:/.test(path) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
}

/** The settings in force for a file, or for all that are in no folder of the workspace. */
export function settings(file?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(LANGUAGE, file ?? null);
}
