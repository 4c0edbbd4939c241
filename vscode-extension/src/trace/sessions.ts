// Debug sessions and the current step: who steps in one moves the other.

import * as vscode from "vscode";
import { LANGUAGE, programUri } from "../language";
import type { CurrentTrace, Shown } from "./current";
import { shownTrace } from "./current";
import type { TraceDocument } from "./document";

/** Set during a simulation. */
const SIMULATES = "boolprog.simulates";

/** The answer to `boolprog/trace`. */
interface Replayed {
  program: string;
  trace: TraceDocument;
  /** Present during a simulation. */
  simulated?: { from: number; why?: string };
}

/** A message of the debug adapter, as far as it is of interest. */
interface Message {
  type: string;
  event?: string;
  body?: { step?: number; revision?: number };
}

/** The content of a session. */
interface Known {
  shown: Shown;
  /** Another number for each trace that it shows. */
  revision: number;
  simulates: boolean;
}

/** The sessions that replay a trace. */
export class Sessions implements vscode.DebugAdapterTrackerFactory, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** A session began or ended. */
  readonly onDidChange = this.changed.event;
  private readonly traces = new Map<vscode.DebugSession, Known>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly current: CurrentTrace) {
    this.subscriptions = [
      this.changed,
      vscode.debug.registerDebugAdapterTrackerFactory(LANGUAGE, this),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (this.traces.delete(session)) {
          void vscode.commands.executeCommand("setContext", SIMULATES, false);
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
          void this.stopped(session, body.step, body.revision ?? 0).catch(() => undefined);
        }
      },
    };
  }

  /** The session that replays the trace that is shown. */
  get ofCurrent(): vscode.DebugSession | undefined {
    const key = this.current.shown?.key;
    return [...this.traces].find(([, { shown }]) => shown.key === key)?.[0];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private async stopped(session: vscode.DebugSession, step: number, revision: number): Promise<void> {
    const before = this.traces.get(session);
    const known = before?.revision === revision ? before : await this.ask(session, revision);
    this.current.show(known.shown, step);
    void vscode.commands.executeCommand("setContext", SIMULATES, known.simulates);
    if (known !== before) {
      this.changed.fire();
    }
  }

  private async ask(session: vscode.DebugSession, revision: number): Promise<Known> {
    const { program, trace, simulated } = (await session.customRequest("boolprog/trace")) as Replayed;
    const shown = shownTrace(programUri(program), trace, simulated?.why);
    const known = { shown, revision, simulates: simulated !== undefined };
    this.traces.set(session, known);
    return known;
  }
}
