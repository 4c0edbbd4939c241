// Which programs are being replayed: their inlay hints give way to the values that the debugger shows in the text.

import * as vscode from "vscode";
import { LANGUAGE, programUri } from "./language";

/** The programs of the debug sessions that run. */
export class ReplayedPrograms implements vscode.Disposable {
  private readonly sessions = new Set<vscode.DebugSession>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** A replay began or ended. */
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    const ours = (change: (session: vscode.DebugSession) => unknown) => (session: vscode.DebugSession) => {
      if (session.type === LANGUAGE) {
        change(session);
        this.changed.fire();
      }
    };
    this.subscriptions = [
      this.changed,
      vscode.debug.onDidStartDebugSession(ours((session) => this.sessions.add(session))),
      vscode.debug.onDidTerminateDebugSession(ours((session) => this.sessions.delete(session))),
    ];
  }

  /** True if a program is one of them. A session that was given a trace alone may be about any. */
  includes(program: vscode.Uri): boolean {
    const about = [...this.sessions].map(({ configuration }) => configuration.program as string | undefined);
    return about.some((file) => file === undefined || programUri(file).toString() === program.toString());
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }
}
