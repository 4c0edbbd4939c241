// Facts about a program, in a read-only document beside it.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../client";
import type { StatusItem } from "../status";
import { statisticsText } from "./text";

const SCHEME = "boolprog-statistics";

/** The statistics of the programs of this window; those that are open are kept up to date. */
export class StatisticsDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly client: Client,
    private readonly status: StatusItem,
  ) {
    this.subscriptions = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      client.onNews((news) => this.refresh(news?.uri)),
    ];
  }

  /** Opens the statistics of a program. */
  async show(program: vscode.Uri): Promise<void> {
    const name = `/Statistics of ${path.posix.basename(program.path)}.txt`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: name, query: program.toString() });
    this.changed.fire(uri);
    const progress = { location: vscode.ProgressLocation.Window, title: "Statistics" };
    const document = await vscode.window.withProgress(progress, () => vscode.workspace.openTextDocument(uri));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const program = vscode.Uri.parse(uri.query);
    const [properties, coverage] = await Promise.all([this.client.properties(program), this.client.coverage(program)]);
    if (properties === undefined || coverage === undefined) {
      return "There are no results for this program: it is not open.\n";
    }
    const status = this.status.of(program);
    return statisticsText({
      file: path.posix.basename(program.path),
      isInteger: program.path.endsWith(".ip"),
      version: this.client.version ?? "",
      status: status?.text ?? "",
      // The last line of the tooltip.
      time: status?.tooltip.split("\n").find((line) => line.startsWith("Checked in ")),
      properties,
      coverage,
    });
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private refresh(program: string | undefined): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === SCHEME && uri.query === program) {
        this.changed.fire(uri);
      }
    }
  }
}
