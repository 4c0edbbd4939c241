// The predicates of an integer program as a tree of the editor's own.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../client";
import { INTEGER_LANGUAGE } from "../language";
import type { Predicates, Refined } from "../protocol";
import { toRange } from "../protocol";
import type { Row } from "./rows";
import { predicateRows, refinedRows } from "./rows";

const VIEW = "boolprog.predicates";
/** True if there is anything to show: else the view is not there. */
const CONTEXT = "boolprog.hasPredicates";

/** The content, and of which version of which program. */
interface Shown {
  program: vscode.Uri;
  version: number;
  message: string;
  rows: Row[];
  /** The command that finds them again; a search under abstraction if there is none. */
  again?: string;
}

/** Shows what the server found in one program, until it is asked for another. */
export class PredicatesView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = vscode.window.createTreeView<Row>(VIEW, { treeDataProvider: this, showCollapseAll: true });
  private readonly subscriptions: vscode.Disposable[];
  private shown: Shown | undefined;

  constructor(private readonly client: Client) {
    this.subscriptions = [
      this.changed,
      this.view,
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.shown?.program.toString()) {
          this.writeHead();
        }
      }),
    ];
  }

  /** The rows, and the sentence above them. */
  get content(): { message: string | undefined; rows: Row[] } {
    return { message: this.view.message, rows: this.shown?.rows ?? [] };
  }

  /** Finds the predicates of a program as it is now, and shows them. The server shows how far it is. */
  async show(program: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(program);
    if (document.languageId !== INTEGER_LANGUAGE) {
      throw new Error("Only integer programs have predicates.");
    }
    const { version } = document;
    const found: Predicates = await this.client.predicates(program);
    const rows = predicateRows(found.predicates, (line) => document.lineAt(line).text);
    await this.put({ program, version, message: found.message, rows });
    await this.reveal();
  }

  /** Brings the view to the front. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  /** Shows the predicates of rounds of refinement, each with the round that found it. */
  async showRefined(program: vscode.Uri, version: number, { message, predicates }: Refined): Promise<void> {
    await this.put({ program, version, message, rows: refinedRows(predicates), again: "boolprog.refine" });
  }

  /** Finds the predicates of the program that is shown once more. */
  async refresh(): Promise<void> {
    if (this.shown?.again !== undefined) {
      await vscode.commands.executeCommand(this.shown.again, this.shown.program.toString());
    } else if (this.shown !== undefined) {
      await this.show(this.shown.program);
    }
  }

  /** Goes to where a row is in the program; a click leaves the focus in the tree. */
  async goTo({ range }: Row, preserveFocus = false): Promise<void> {
    if (this.shown !== undefined && range !== undefined) {
      await vscode.window.showTextDocument(this.shown.program, { selection: toRange(range), preserveFocus });
    }
  }

  /** Declares the predicate of a row in the program. */
  async insert({ predicate }: Row): Promise<void> {
    const insertion = predicate?.insertion;
    if (this.shown === undefined || insertion === null || insertion === undefined) {
      throw new Error("This predicate cannot be inserted: it is in the program already.");
    }
    const { program, version } = this.shown;
    const document = await vscode.workspace.openTextDocument(program);
    if (document.version !== version) {
      throw new Error("The program has changed since the predicates were found. Show them again first.");
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(program, toRange(insertion.range), insertion.newText);
    await vscode.workspace.applyEdit(edit);
  }

  getChildren(row?: Row): Row[] {
    return row === undefined ? (this.shown?.rows ?? []) : row.rows;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.rows.length > 0 ? Collapsed : None);
    item.description = row.description;
    item.tooltip = `${row.label}\n${row.description}`.trim();
    item.accessibilityInformation = { label: `${row.label}, ${row.description}`.replace(/, $/, "") };
    if (row.icon !== undefined) {
      item.iconPath = new vscode.ThemeIcon(row.icon);
    }
    if (row.range !== undefined) {
      item.command = { command: "boolprog.predicates.goTo", title: "Go to Declaration", arguments: [row, true] };
    }
    if (row.predicate !== undefined) {
      item.contextValue = row.predicate.insertion === null ? "said" : "found";
    }
    return item;
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async put(shown: Shown): Promise<void> {
    this.shown = shown;
    await vscode.commands.executeCommand("setContext", CONTEXT, true);
    this.writeHead();
    this.changed.fire();
  }

  private writeHead(): void {
    if (this.shown === undefined) {
      return;
    }
    const { program, version, message } = this.shown;
    const key = program.toString();
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key);
    const isStale = document !== undefined && document.version !== version;
    this.view.description = path.posix.basename(program.path);
    this.view.message = isStale ? `The program has changed since these were found. ${message}` : message;
  }
}
