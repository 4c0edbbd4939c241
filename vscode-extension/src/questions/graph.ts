// The thread-state graph of a program, beside it.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../client";
import { showError } from "../client";
import type { FromGraph, Graph, ToGraph } from "./graph-messages";
import { graphPage } from "./graph-page";

const VIEW = "boolprog.graph";
const FORMATS = { svg: { SVG: ["svg"] }, dot: { Graphviz: ["dot", "gv"] } };

/** The graphs of this window: one for each program. They are gone when the window is loaded again. */
export class Graphs implements vscode.Disposable {
  private readonly panels = new Map<string, GraphPanel>();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly client: Client,
  ) {}

  /** Shows the graph of a program as it is now, with the counterexample to a property. */
  async show(program: vscode.Uri, property?: string): Promise<void> {
    this.panel(program, property).draw(await this.client.graph(program, property));
  }

  dispose(): void {
    for (const panel of this.panels.values()) {
      panel.dispose();
    }
  }

  private panel(program: vscode.Uri, property?: string): GraphPanel {
    const key = program.toString();
    const again = (): Promise<void> => this.show(program, property);
    const panel = this.panels.get(key) ?? new GraphPanel(this.extension, program, () => this.panels.delete(key));
    this.panels.set(key, panel);
    panel.again = again;
    return panel;
  }
}

/** The graph of one program, in an editor of its own. */
class GraphPanel implements vscode.Disposable {
  /** Draws the program as it is now. */
  again: () => Promise<void> = async () => {};
  private graph: Graph | undefined;
  private stale = false;
  private readonly panel: vscode.WebviewPanel;
  private readonly name: string;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    extension: vscode.Uri,
    private readonly program: vscode.Uri,
    closed: () => void,
  ) {
    this.name = path.posix.basename(program.path);
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    const localResourceRoots = [vscode.Uri.joinPath(extension, "dist")];
    this.panel = vscode.window.createWebviewPanel(VIEW, `Graph of ${this.name}`, place, {
      enableScripts: true,
      localResourceRoots,
    });
    this.subscriptions = [
      this.panel,
      this.panel.webview.onDidReceiveMessage((said: FromGraph) => this.receive(said)),
      this.panel.onDidDispose(() => {
        closed();
        this.dispose();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.uri.toString() === program.toString()) {
          this.stale = true;
          this.send({ type: "stale" });
        }
      }),
    ];
    this.panel.webview.html = graphPage(this.panel.webview, extension);
  }

  /** Shows another picture. */
  draw(graph: Graph): void {
    this.graph = graph;
    this.stale = false;
    this.sendGraph();
    this.panel.reveal();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private receive(said: FromGraph): void {
    void this.answer(said).catch(showError);
  }

  private async answer(said: FromGraph): Promise<void> {
    switch (said.type) {
      case "ready":
        this.sendGraph();
        break;
      case "go":
        await this.go(said.shape);
        break;
      case "save":
        await this.save(said.format, said.format === "svg" ? said.text : (this.graph?.dot ?? ""));
        break;
      case "again":
        await this.again();
    }
  }

  /** Shows the statement of a shape without taking the focus. */
  private async go(shape: number): Promise<void> {
    const range = this.graph?.shapes[shape]?.range;
    if (range !== undefined) {
      const { start, end } = range;
      const selection = new vscode.Range(start.line, start.character, end.line, end.character);
      const open = vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === this.program.toString(),
      );
      const viewColumn = open?.viewColumn ?? vscode.ViewColumn.One;
      await vscode.window.showTextDocument(this.program, { selection, preserveFocus: true, viewColumn });
    }
  }

  private sendGraph(): void {
    if (this.graph !== undefined) {
      this.send({ type: "graph", name: this.name, graph: this.graph });
      if (this.stale) {
        this.send({ type: "stale" });
      }
    }
  }

  /** A page that is not there asks for everything once it is. */
  private send(said: ToGraph): void {
    void this.panel.webview.postMessage(said);
  }

  private async save(format: keyof typeof FORMATS, text: string): Promise<void> {
    const { program } = this;
    const defaultUri =
      program.scheme === "file" ? vscode.Uri.joinPath(program, "..", `${this.name}.${format}`) : undefined;
    const file = await vscode.window.showSaveDialog({
      title: "Save the Thread-State Graph",
      filters: FORMATS[format],
      ...(defaultUri === undefined ? {} : { defaultUri }),
    });
    if (file !== undefined) {
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    }
  }
}
