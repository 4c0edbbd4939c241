// What this editor makes of the server's answers.

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { ReplayedPrograms } from "./replayed";
import { icon } from "./verdict";

/** Shows the parameters of a procedure, as typing its `(` does. */
const SHOW_PARAMETERS = { command: "editor.action.triggerParameterHints", title: "Show Parameters" };

/** Between the editor and the server. `opened` hears of documents that the server has just been told of. */
export function middleware(replayed: ReplayedPrograms, opened: (document: vscode.TextDocument) => void): Middleware {
  return {
    didOpen: async (document, next) => {
      await next(document);
      opened(document);
    },
    provideCompletionItem: async (document, position, context, token, next) => {
      const answer = await next(document, position, context, token);
      const items = Array.isArray(answer) ? answer : answer?.items;
      for (const item of items?.filter(isCallWithArguments) ?? []) {
        item.command = SHOW_PARAMETERS;
      }
      return answer;
    },
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      for (const { command } of lenses ?? []) {
        if (command !== undefined) {
          // An ordinary blank after the icon is dropped.
          command.title = icon(command.title).replace(" ", "\u00a0") + command.title;
        }
      }
      return lenses;
    },
    provideInlayHints: (document, range, token, next) =>
      replayed.includes(document.uri) ? [] : next(document, range, token),
  };
}

function isCallWithArguments({ kind, insertText }: vscode.CompletionItem): boolean {
  return (
    kind === vscode.CompletionItemKind.Function &&
    insertText instanceof vscode.SnippetString &&
    insertText.value.includes("$")
  );
}
