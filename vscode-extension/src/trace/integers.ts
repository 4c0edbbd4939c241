// The integer program beside the trace that is shown, if the trace is one of a Boolean program that was made of it.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Beside } from "./beside";
import type { CurrentTrace, Shown } from "./current";

/** The scheme of the documents of such Boolean programs: their query is the integer program. */
const SCHEME = "boolprog-abstraction";

/** The integer program, and what it does along the trace. */
export interface IntegerProgram {
  program: vscode.Uri;
  beside: Beside;
}

/** Asks about each trace that is shown. */
export class Integers implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Something is known about the trace that is shown. */
  readonly onDidChange = this.changed.event;
  private known: (IntegerProgram & { key: string }) | undefined;
  private readonly following: vscode.Disposable;

  constructor(
    private readonly client: Client,
    private readonly current: CurrentTrace,
  ) {
    this.following = current.onDidChangeTrace(() => void this.ask(current.shown).catch(() => undefined));
  }

  /** Facts about the trace that is shown. */
  get ofCurrent(): IntegerProgram | undefined {
    return this.known?.key === this.current.shown?.key ? this.known : undefined;
  }

  dispose(): void {
    this.following.dispose();
    this.changed.dispose();
  }

  private async ask(shown: Shown | undefined): Promise<void> {
    if (shown?.program.scheme !== SCHEME || this.known?.key === shown.key) {
      return;
    }
    const program = vscode.Uri.parse(shown.program.query);
    const beside = await this.client.beside(program, shown.document);
    if (beside !== undefined) {
      this.known = { program, beside, key: shown.key };
      this.changed.fire();
    }
  }
}
