// The lenses above `main` of a C file with threads that is not checked yet.

import * as vscode from "vscode";
import { C_LANGUAGE, isCheckedC, onDidChangeCheckedC } from "./c-files";
import { entryWithThreads } from "./c-threads";
import { LANGUAGE, settings } from "./language";
import type { Register } from "./register";

/** The name of the setting, and of the command that hides the lenses of a file. */
const SETTING = "lens.check";
const HIDE = "hideCheckLens";

/** Remembers the files without these lenses. */
const HIDDEN = "boolprog.withoutCheckLens";

/** Offers the check of a file, and to offer it no more. */
export class CheckLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly hidden: Set<string>;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly memory: vscode.Memento,
    register: Register,
  ) {
    this.hidden = new Set(memory.get<string[]>(HIDDEN, []));
    register(HIDE, (uri: string) => this.hide(uri));
    this.subscriptions = [
      this.changed,
      vscode.languages.registerCodeLensProvider({ language: C_LANGUAGE }, this),
      onDidChangeCheckedC(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration(`${LANGUAGE}.${SETTING}`) && this.changed.fire(),
      ),
    ];
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { uri } = document;
    const own = settings(uri);
    if (isCheckedC(uri) || this.hidden.has(uri.toString()) || !own.get<boolean>(SETTING, true)) {
      return [];
    }
    const offset = entryWithThreads(document.getText(), own.get<string>("c.function", "main"));
    if (offset === undefined) {
      return [];
    }
    const start = document.positionAt(offset);
    const range = new vscode.Range(start, start);
    const lens = (title: string, command: string): vscode.CodeLens =>
      new vscode.CodeLens(range, { title, command: `boolprog.${command}`, arguments: [uri.toString()] });
    // An ordinary blank after the icon is dropped.
    return [lens("$(check-all)\u00a0Check for any number of threads", "checkC"), lens("Not in this file", HIDE)];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Hides the lenses of a file for good; those of a document that is in no file, until the window is closed. */
  private async hide(uri: string): Promise<void> {
    this.hidden.add(uri);
    this.changed.fire();
    const files = [...this.hidden].filter((hidden) => vscode.Uri.parse(hidden).scheme !== "untitled");
    await this.memory.update(HIDDEN, files);
  }
}
