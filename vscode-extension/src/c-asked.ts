// The C files that a person asked to check, until they are closed: they are checked again after the window or the server
// has started again.

import * as vscode from "vscode";
import { C_LANGUAGE } from "./c-files";

const ASKED = "boolprog.askedC";

/** Remembers them with the workspace. */
export class AskedC implements vscode.Disposable {
  private readonly asked: Set<string>;
  private readonly following: vscode.Disposable;

  constructor(private readonly memory: vscode.Memento) {
    this.asked = new Set(memory.get<string[]>(ASKED, []));
    this.following = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.forget(closed));
  }

  /** True if a file was asked for, and not closed since. */
  has(uri: vscode.Uri): boolean {
    return this.asked.has(uri.toString());
  }

  /** Notes that a person asked for a file, if it is in C. */
  note(uri: vscode.Uri): void {
    const key = uri.toString();
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === key);
    if (document?.languageId === C_LANGUAGE && !this.asked.has(key)) {
      this.asked.add(key);
      this.save();
    }
  }

  dispose(): void {
    this.following.dispose();
  }

  /** Forgets the files of closed tabs that no other tab shows. */
  private forget(closed: readonly vscode.Tab[]): void {
    const shown = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(fileOf)));
    const gone = closed.map(fileOf).filter((file) => file !== undefined && !shown.has(file) && this.asked.delete(file));
    if (gone.length > 0) {
      this.save();
    }
  }

  private save(): void {
    void this.memory.update(ASKED, [...this.asked]);
  }
}

/** The file that a tab shows as a text. */
function fileOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}
