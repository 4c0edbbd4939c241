// Android's build files end in `.bp` too, and are another language: they are handed back to plain text.

import * as vscode from "vscode";
import { LANGUAGE } from "./language";

const NAMES = /(^|\/)(Android\.bp|Blueprints)$/;

/** Behind comments, a module `name {` opens such a file. In a program, a name in braces may follow these words. */
const OPENING = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?!(?:decl|void|bool|dfs)\b)[A-Za-z_]\w*\s*\{/;

/** Comments before the first module are licences: a few thousand characters are enough. */
const LOOKED_AT = 8192;

/** Hands files of the other language back when they are opened, each once: a user who insists keeps it. */
export function leaveBlueprintAlone(): vscode.Disposable {
  const handedBack = new Set<string>();
  const consider = (document: vscode.TextDocument): void => {
    const uri = document.uri.toString();
    if (document.languageId === LANGUAGE && !document.isUntitled && !handedBack.has(uri) && isBlueprint(document)) {
      handedBack.add(uri);
      void vscode.languages.setTextDocumentLanguage(document, "plaintext");
    }
  };
  vscode.workspace.textDocuments.forEach(consider);
  return vscode.workspace.onDidOpenTextDocument(consider);
}

/** True if a file is named like one of the other language. */
export function isBlueprintName(uri: vscode.Uri): boolean {
  return NAMES.test(uri.path);
}

function isBlueprint(document: vscode.TextDocument): boolean {
  const start = document.getText(new vscode.Range(document.positionAt(0), document.positionAt(LOOKED_AT)));
  return isBlueprintName(document.uri) || OPENING.test(start);
}
