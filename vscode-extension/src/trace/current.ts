// The trace that is shown and its current step: one for panel, debugger and editors.

import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { TraceDocument } from "./document";

/** A trace of a program. */
export interface Shown {
  program: vscode.Uri;
  document: TraceDocument;
  /** Why a simulation ends where it does, as a sentence. */
  why?: string;
  /** Equal for equal traces. */
  key: string;
}

/** The current step. Step 0 is the start; step 5 is the moment after the fifth step. */
export class CurrentTrace implements vscode.Disposable {
  private readonly traceChanged = new vscode.EventEmitter<void>();
  private readonly stepChanged = new vscode.EventEmitter<void>();
  /** Another trace is shown, or none; its step is another one too. */
  readonly onDidChangeTrace = this.traceChanged.event;
  /** Another step of the same trace. */
  readonly onDidChangeStep = this.stepChanged.event;
  private trace: Shown | undefined;
  private position = 0;

  /** The trace, if there is one. */
  get shown(): Shown | undefined {
    return this.trace;
  }

  /** The current step. */
  get step(): number {
    return this.position;
  }

  /** Shows a trace, at a step or at its start. If it is the one that is shown already, its step stays by default. */
  show(trace: Shown, step?: number): void {
    if (this.trace?.key === trace.key && this.trace.program.toString() === trace.program.toString()) {
      this.goTo(step ?? this.position);
      return;
    }
    this.trace = trace;
    this.position = step ?? 0;
    this.traceChanged.fire();
  }

  /** Goes to a step of the trace; there is nothing beyond its ends. */
  goTo(step: number): void {
    const goal = Math.max(0, Math.min(step, this.trace?.document.steps.length ?? 0));
    if (goal !== this.position) {
      this.position = goal;
      this.stepChanged.fire();
    }
  }

  dispose(): void {
    this.traceChanged.dispose();
    this.stepChanged.dispose();
  }
}

/** A trace to show. Two are equal if they take the same steps through the same text. */
export function shownTrace(program: vscode.Uri, document: TraceDocument, why?: string): Shown {
  const steps = document.steps.map(({ thread, range, text }) => [thread, range.line, range.column, text]);
  const told = JSON.stringify([
    document.program_hash,
    document.property.id,
    steps,
    ...(why === undefined ? [] : [why]),
  ]);
  const key = createHash("sha256").update(told).digest("hex");
  return { program, document, key, ...(why === undefined ? {} : { why }) };
}
