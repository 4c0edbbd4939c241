// Changes of the server's answers for this editor.

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { fitted } from "./lens-choice";
import type { ReplayedPrograms } from "./replayed";

/** Shows the parameters of a procedure, as typing its `(` does. */
const SHOW_PARAMETERS = { command: "editor.action.triggerParameterHints", title: "Show Parameters" };

/** The command of the lenses that check a program. */
const CHECK = "boolprog.server.check";

/** Listeners to messages on their way. */
export interface Hearing {
  /** The server has just been told of a document. */
  opened: (document: vscode.TextDocument) => void;
  /** A person has clicked on a lens that checks a program, whose address it is. */
  checked: (uri: string) => void;
}

/** Between the editor and the server. */
export function middleware(replayed: ReplayedPrograms, { opened, checked }: Hearing): Middleware {
  return {
    didOpen: async (document, next) => {
      await next(document);
      opened(document);
    },
    executeCommand: async (command, args, next) => {
      const answer = await next(command, args);
      const { uri } = (args[0] ?? {}) as { uri?: string };
      if (command === CHECK && uri !== undefined) {
        checked(uri);
      }
      return answer;
    },
    provideCompletionItem: async (document, position, context, token, next) => {
      const answer = await next(document, position, context, token);
      const items = Array.isArray(answer) ? answer : answer?.items;
      for (const item of items?.filter(isCallWithArguments) ?? []) {
        item.command = SHOW_PARAMETERS;
      }
      return answer;
    },
    provideCodeLenses: async (document, token, next) => fitted(document, (await next(document, token)) ?? []),
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
