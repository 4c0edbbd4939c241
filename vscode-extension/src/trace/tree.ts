// The trace as a tree of the editor's own: a step for each row, and below it what it changes. For users who cannot use the
// panel, which is a web page.

import * as vscode from "vscode";
import type { CurrentTrace } from "./current";
import type { Stale } from "./messages";
import type { Row } from "./rows";
import { rows } from "./rows";
import type { Summary } from "./wording";
import { events, spoken, staleness, summary } from "./wording";

const VIEW = "boolprog.traceSteps";
const MOST_ATTEMPTS = 20;
const SOON_MS = 100;

/** A step, or one of the things that happen in it. */
interface Node {
  row: Row;
  event?: string;
}

/** Shows the current trace and its current step. */
export class TraceTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = vscode.window.createTreeView<Node>(VIEW, { treeDataProvider: this });
  /** The tree came into sight or went out of it. */
  readonly onDidChangeVisibility = this.view.onDidChangeVisibility;
  private readonly subscriptions: vscode.Disposable[];
  /** By their steps. */
  private nodes: Node[] = [];
  private stale: Stale | undefined;
  private soon: NodeJS.Timeout | undefined;

  constructor(private readonly current: CurrentTrace) {
    this.subscriptions = [
      this.changed,
      this.view,
      current.onDidChangeTrace(() => this.refresh()),
      current.onDidChangeStep(() => this.reveal()),
      this.view.onDidChangeVisibility(() => this.reveal()),
    ];
    this.refresh();
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** Brings the tree into sight and gives it the focus. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  /** Says that the program has changed since the trace was found, or that it is the same. */
  setStale(stale: Stale | undefined): void {
    this.stale = stale;
    this.writeHead();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.nodes;
    }
    return node.event === undefined ? happenings(node.row).map((event) => ({ row: node.row, event })) : [];
  }

  getParent({ row, event }: Node): Node | undefined {
    return event === undefined ? undefined : this.nodes[row.step];
  }

  getTreeItem({ row, event }: Node): vscode.TreeItem {
    return event === undefined ? this.stepItem(row) : new vscode.TreeItem(event);
  }

  dispose(): void {
    clearTimeout(this.soon);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private stepItem(row: Row): vscode.TreeItem {
    const told = happenings(row);
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const label = row.step === 0 ? row.text : `${row.step}  T${row.thread}  ${row.text}`;
    const item = new vscode.TreeItem(label, told.length > 0 ? Collapsed : None);
    item.description = told.join(", ");
    item.tooltip = row.step === 0 ? row.text : `line ${row.line}: ${row.text}`;
    item.command = { command: "boolprog.trace.goToStep", title: "Go to Step", arguments: [row.step] };
    const aloud = spoken({ kind: "step", row, switched: false }, this.nodes.length - 1);
    item.accessibilityInformation = { label: aloud };
    if (row.violation) {
      item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("errorForeground"));
    }
    return item;
  }

  private refresh(): void {
    const { shown } = this.current;
    this.nodes = shown === undefined ? [] : rows(shown.document).map((row) => ({ row }));
    this.writeHead();
    this.changed.fire();
    this.reveal();
  }

  private writeHead(): void {
    const { shown } = this.current;
    const stale = this.stale && staleness(this.stale);
    const head = shown && headline(summary(shown.document, shown.why));
    this.view.message = [head, stale].filter((part) => part !== undefined).join("\n");
  }

  /** Selects the current step. A tree that has just come into sight does not know its steps yet: then again, soon. */
  private reveal(attempts = MOST_ATTEMPTS): void {
    clearTimeout(this.soon);
    const node = this.nodes[this.current.step];
    if (node !== undefined && this.view.visible && attempts > 0) {
      const again = (): void => {
        this.soon = setTimeout(() => this.reveal(attempts - 1), SOON_MS);
      };
      void this.view.reveal(node, { select: true, focus: false }).then(undefined, again);
    }
  }
}

function headline({ property, size, guarantee }: Summary): string {
  return [property, size, guarantee].filter((part) => part !== "").join(", ");
}

function happenings(row: Row): string[] {
  return [...row.looks, ...row.own, ...row.shared, ...events(row)];
}
