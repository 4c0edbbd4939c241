// Marks in the editors of a program: the statement of the current step, at the end those of all threads that are part of the
// violation, and where the threads are.

import * as vscode from "vscode";
import { besideLine } from "./beside";
import type { CurrentTrace } from "./current";
import type { Range } from "./document";
import type { Integers } from "./integers";
import { positions, statements } from "./positions";

/** More threads on one line are only counted. */
const MOST_NAMES = 6;

/** Shows the current step in all visible editors of its program, while the trace is shown. */
export class Marks implements vscode.Disposable {
  private readonly statement = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("boolprog.traceStepBackground"),
    border: "1px solid",
    borderColor: new vscode.ThemeColor("boolprog.traceStepBorder"),
    overviewRulerColor: new vscode.ThemeColor("boolprog.traceStepBorder"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  private readonly threads = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });

  constructor(
    private readonly current: CurrentTrace,
    private readonly integers: Integers,
  ) {}

  /** Draws the marks anew, or takes them away. */
  update(wanted: boolean): void {
    const shown = wanted ? this.current.shown : undefined;
    const program = shown?.program.toString();
    for (const editor of vscode.window.visibleTextEditors) {
      const ours = editor.document.uri.toString() === program;
      editor.setDecorations(this.statement, ours ? this.statementRanges() : this.besideRanges(editor, wanted));
      editor.setDecorations(this.threads, ours ? this.chips(editor.document) : []);
    }
  }

  dispose(): void {
    this.statement.dispose();
    this.threads.dispose();
  }

  private statementRanges(): vscode.Range[] {
    const { shown, step } = this.current;
    const ranges = shown === undefined ? [] : statements(shown.document, step);
    return ranges.filter(({ file }) => file === undefined).map(editorRange);
  }

  /** The edge of the integer program that is taken with the current step; it comes into sight. */
  private besideRanges(editor: vscode.TextEditor, wanted: boolean): vscode.Range[] {
    const integers = wanted ? this.integers.ofCurrent : undefined;
    const line = integers && besideLine(integers.beside, this.current.step);
    const { document } = editor;
    if (line === undefined || line > document.lineCount || document.uri.toString() !== integers?.program.toString()) {
      return [];
    }
    const { range, firstNonWhitespaceCharacterIndex: first } = document.lineAt(line - 1);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return [range.with(range.start.translate(0, first))];
  }

  /** Chips such as `T1 T3` after the lines of the threads, the one that acted first. */
  private chips(document: vscode.TextDocument): vscode.DecorationOptions[] {
    const trace = this.current.shown?.document;
    if (trace === undefined) {
      return [];
    }
    const { step } = this.current;
    const acting = trace.steps[step - 1]?.thread;
    const byLine = new Map<number, string[]>();
    for (const [thread, { line, file }] of positions(trace, step)) {
      if (file === undefined && line <= document.lineCount) {
        const others = byLine.get(line - 1) ?? [];
        byLine.set(line - 1, thread === acting ? [`T${thread}`, ...others] : [...others, `T${thread}`]);
      }
    }
    return [...byLine].map(([line, names]) => chip(document.lineAt(line).range.end, names));
  }
}

function chip(end: vscode.Position, names: string[]): vscode.DecorationOptions {
  const more = names.length > MOST_NAMES ? ` +${names.length - MOST_NAMES}` : "";
  return {
    range: new vscode.Range(end, end),
    hoverMessage: `Next for ${names.join(", ")}`,
    renderOptions: {
      after: {
        contentText: `\u00a0${names.slice(0, MOST_NAMES).join(" ")}${more}\u00a0`,
        margin: "0 0 0 1.5em",
        color: new vscode.ThemeColor("boolprog.traceThreadForeground"),
        backgroundColor: new vscode.ThemeColor("boolprog.traceThreadBackground"),
        border: "1px solid",
        borderColor: new vscode.ThemeColor("boolprog.traceThreadBorder"),
      },
    },
  };
}

/** A range of the document in the editor's counting. */
export function editorRange({ line, column, end_line, end_column }: Range): vscode.Range {
  return new vscode.Range(line - 1, column - 1, end_line - 1, end_column - 1);
}
