// Whether the program of the trace has changed since it was found, and the trace that a check has found instead.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { CurrentTrace, Shown } from "./current";
import type { TraceDocument } from "./document";
import { programHash } from "./hash";

/** Long enough not to hash a program on every key. */
const SETTLED_MS = 300;

/** Looks at the program of the current trace. One that is not open is taken to be unchanged. */
export class Staleness implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** The trace has become stale or is so no longer, or there is a new one. */
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];
  private settling: NodeJS.Timeout | undefined;
  /** The hash of the program that the trace is not one of. */
  private other: string | undefined;
  private found: TraceDocument | undefined;

  constructor(
    private readonly current: CurrentTrace,
    private readonly client: Client,
  ) {
    this.subscriptions = [
      this.changed,
      current.onDidChangeTrace(() => this.look()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.look()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.edited(document)),
      client.onNews((status) => status?.uri === current.shown?.program.toString() && this.look()),
    ];
  }

  /** Whether the program is another one than that of the trace. */
  get stale(): boolean {
    return this.other !== undefined;
  }

  /** The counterexample to the same property in the program as it is now, once a check has found it. */
  get fresh(): TraceDocument | undefined {
    return this.found;
  }

  dispose(): void {
    clearTimeout(this.settling);
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private edited(document: vscode.TextDocument): void {
    if (document.uri.toString() === this.current.shown?.program.toString()) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.look(), SETTLED_MS);
    }
  }

  private look(): void {
    const { shown } = this.current;
    const { textDocuments } = vscode.workspace;
    const program = textDocuments.find(({ uri }) => uri.toString() === shown?.program.toString());
    const hash = program && programHash(program.getText());
    const other = hash === shown?.document.program_hash ? undefined : hash;
    if (other !== this.other) {
      this.other = other;
      this.found = undefined;
      this.changed.fire();
    }
    if (shown !== undefined && other !== undefined) {
      // A server that does not run, or a text that has changed again, has none.
      void this.ask(shown, other).catch(() => undefined);
    }
  }

  private async ask(shown: Shown, other: string): Promise<void> {
    const { id, name } = shown.document.property;
    const found = await this.client.trace(shown.program.toString(), id);
    // Properties are numbered: another one may have this number now.
    const fresh = found?.property.name === name && found.program_hash === other ? found : undefined;
    if (
      this.current.shown?.key === shown.key &&
      this.other === other &&
      this.found?.program_hash !== fresh?.program_hash
    ) {
      this.found = fresh;
      this.changed.fire();
    }
  }
}
