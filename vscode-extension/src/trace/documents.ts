// The trace as a read-only document beside the program.

import * as vscode from "vscode";
import type { Shown } from "./current";
import { traceText } from "./text";

const SCHEME = "boolprog-trace";

/** The texts of the traces that were opened in this window. */
export class TraceDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private readonly texts = new Map<string, string>();
  readonly onDidChange = this.changed.event;

  /** Opens the text of a trace. */
  async show({ program, document }: Shown): Promise<void> {
    const file = program.path.split("/").at(-1) ?? "";
    const path = `/Trace of ${document.property.id} in ${file}.txt`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: program.toString() });
    this.texts.set(uri.toString(), traceText(document));
    this.changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "The trace is no longer known.\n";
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
