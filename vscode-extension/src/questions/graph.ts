// The graph of a program's thread states or of its abstraction, beside it.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../client";
import { showError } from "../client";
import { INTEGER_LANGUAGE } from "../language";
import { violationAtCursor } from "../replay";
import type { FromGraph, Graph, ToGraph, Wanted } from "./graph-messages";
import { graphPage } from "./graph-page";

const VIEW = "boolprog.graph";
/** The rounds that are shown first. */
const FIRST: Wanted = { engine: "pred", round: 1 };
const FORMATS = { svg: { SVG: ["svg"] }, dot: { Graphviz: ["dot", "gv"] } };

/** The graphs of this window: one for each program. They are gone when the window is loaded again. */
export class Graphs implements vscode.Disposable {
  private readonly panels = new Map<string, GraphPanel>();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly client: Client,
  ) {}

  /**
   * Shows the graph of a program as it is now: of its thread states, with the counterexample at the cursor, or, of an integer
   * program, of a search under abstraction.
   */
  async show(editor: vscode.TextEditor): Promise<void> {
    const { languageId, uri } = editor.document;
    if (languageId === INTEGER_LANGUAGE) {
      await this.showAbstract(uri, FIRST);
    } else {
      const property = violationAtCursor(editor)?.data.property;
      await this.draw(uri, () => this.client.graph(uri, property === undefined ? {} : { property }));
    }
  }

  /** Shows a round of a search of an integer program under abstraction. */
  private async showAbstract(program: vscode.Uri, wanted: Wanted): Promise<void> {
    await this.draw(program, () => this.client.graph(program, { ...wanted }));
  }

  dispose(): void {
    for (const panel of this.panels.values()) {
      panel.dispose();
    }
  }

  private async draw(program: vscode.Uri, ask: () => Promise<Graph>): Promise<void> {
    const graph = await ask();
    const key = program.toString();
    const panel = this.panels.get(key) ?? new GraphPanel(this.extension, program, () => this.panels.delete(key));
    this.panels.set(key, panel);
    panel.again = () => this.draw(program, ask);
    panel.round = (wanted) => this.showAbstract(program, wanted);
    panel.draw(graph);
  }
}

/** The graph of one program, in an editor of its own. */
class GraphPanel implements vscode.Disposable {
  /** Draws the program as it is now. */
  again: () => Promise<void> = async () => {};
  /** Draws another round. */
  round: (wanted: Wanted) => Promise<void> = async () => {};
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
    // Not when it is in front: to be given the focus once more, the page would lose it for a moment, and a key with it.
    if (!this.panel.active) {
      this.panel.reveal();
    }
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
      case "round":
        // A graph that cannot be drawn leaves the page as it was, with the round that it shows.
        await this.round(said.wanted).catch((error) => {
          this.sendGraph();
          throw error;
        });
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
      title: "Save the Graph",
      filters: FORMATS[format],
      ...(defaultUri === undefined ? {} : { defaultUri }),
    });
    if (file !== undefined) {
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    }
  }
}
