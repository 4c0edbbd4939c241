// Debug sessions and the current step: who steps in one moves the other.

import * as vscode from "vscode";
import { LANGUAGE, programUri } from "../language";
import type { CurrentTrace, Shown } from "./current";
import { shownTrace } from "./current";
import type { TraceDocument } from "./document";

/** The answer to `boolprog/trace`. */
interface Replayed {
  program: string;
  trace: TraceDocument;
}

/** A message of the debug adapter, as far as it is of interest. */
interface Message {
  type: string;
  event?: string;
  body?: { step?: number };
}

/** The sessions that replay a trace. */
export class Sessions implements vscode.DebugAdapterTrackerFactory, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** A session began or ended. */
  readonly onDidChange = this.changed.event;
  private readonly traces = new Map<vscode.DebugSession, Shown>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly current: CurrentTrace) {
    this.subscriptions = [
      this.changed,
      vscode.debug.registerDebugAdapterTrackerFactory(LANGUAGE, this),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (this.traces.delete(session)) {
          this.changed.fire();
        }
      }),
    ];
  }

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: ({ type, event, body }: Message) => {
        if (type === "event" && event === "stopped" && body?.step !== undefined) {
          // A session that cannot tell its trace is none of ours, or has just ended.
          void this.stopped(session, body.step).catch(() => undefined);
        }
      },
    };
  }

  /** The session that replays the trace that is shown. */
  get ofCurrent(): vscode.DebugSession | undefined {
    const key = this.current.shown?.key;
    return [...this.traces].find(([, trace]) => trace.key === key)?.[0];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private async stopped(session: vscode.DebugSession, step: number): Promise<void> {
    const known = this.traces.get(session);
    this.current.show(known ?? (await this.ask(session)), step);
    if (known === undefined) {
      this.changed.fire();
    }
  }

  private async ask(session: vscode.DebugSession): Promise<Shown> {
    const { program, trace } = (await session.customRequest("boolprog/trace")) as Replayed;
    const shown = shownTrace(programUri(program), trace);
    this.traces.set(session, shown);
    return shown;
  }
}
