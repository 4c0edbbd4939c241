// Traces: the panel, its commands, and what ties it to the debugger and the editors.

import * as vscode from "vscode";
import type { Client } from "../client";
import { message, showError } from "../client";
import { LANGUAGE, settings } from "../language";
import { startReplay } from "../replay";
import type { Shown } from "./current";
import { CurrentTrace, shownTrace } from "./current";
import type { TraceDocument } from "./document";
import { TraceDocuments } from "./documents";
import { askForFormat, exportTrace } from "./export";
import { openTrace, saveTrace } from "./files";
import type { Found, StepQuery } from "./filter";
import { changesFilter } from "./filter";
import { Integers } from "./integers";
import { editorRange, Marks } from "./marks";
import type { Action } from "./messages";
import { TracePanel } from "./panel";
import { Sessions } from "./sessions";
import { Staleness } from "./staleness";
import { TraceStore } from "./store";
import { traceText } from "./text";
import { TraceTree } from "./tree";
import { askForVariable } from "./variable";

/** Everything about traces in this window. */
export class Traces implements vscode.Disposable {
  /** The trace that is shown, and its current step. */
  readonly current = new CurrentTrace();
  private readonly sessions = new Sessions(this.current);
  private readonly documents = new TraceDocuments();
  private readonly integers: Integers;
  private readonly marks: Marks;
  private readonly panel: TracePanel;
  private readonly tree = new TraceTree(this.current);
  private readonly subscriptions: vscode.Disposable[];
  private readonly staleness: Staleness;

  constructor(
    context: vscode.ExtensionContext,
    private readonly client: Client,
  ) {
    this.integers = new Integers(client, this.current);
    this.marks = new Marks(this.current, this.integers);
    this.panel = new TracePanel(context.extensionUri, this.current, this.integers, {
      go: (step) => void this.go(step).catch(showError),
      run: (action) => void this.run(action).catch(showError),
      find: (query) => this.find(query),
      focusLost: () => void this.keepFocus(),
    });
    this.staleness = new Staleness(this.current, client);
    const mark = (): void => this.mark();
    this.subscriptions = [
      this.current.onDidChangeTrace(() => this.traceChanged()),
      this.current.onDidChangeStep(mark),
      this.integers.onDidChange(mark),
      this.sessions.onDidChange(mark),
      this.panel.onDidChangeVisibility(mark),
      this.tree.onDidChangeVisibility(mark),
      this.staleness.onDidChange(() => this.stalenessChanged()),
      vscode.window.onDidChangeVisibleTextEditors(mark),
      ...[
        this.staleness,
        this.integers,
        this.current,
        this.sessions,
        this.documents,
        this.marks,
        this.panel,
        this.tree,
      ],
    ];
    void new TraceStore(context).start(this.current);
  }

  /** Shows the counterexample to a property in the panel. */
  async showCounterexample(uri: string, property: string): Promise<void> {
    const document = await this.client.trace(uri, property);
    if (document === undefined) {
      throw new Error("There is no counterexample to show: the program changed, or its check is not finished.");
    }
    await this.show(vscode.Uri.parse(uri), document);
  }

  /** Shows a trace of a program in the panel. */
  async show(program: vscode.Uri, document: TraceDocument): Promise<void> {
    this.current.show(shownTrace(program, document));
    await this.focus();
  }

  /** Shows a trace from a file, without checking its program. */
  async open(file?: vscode.Uri): Promise<void> {
    const trace = await openTrace(file);
    if (trace !== undefined) {
      // The text has to be there to tell whether it is still the one of the trace.
      await vscode.window.showTextDocument(trace.program, { preview: false });
      await this.show(trace.program, trace.document);
    }
  }

  /** Brings the panel into sight as it is, or the tree if that is what the person wants. */
  focus(): Promise<void> {
    return settings().get<string>("trace.view") === "tree" ? this.tree.focus() : this.panel.focus();
  }

  /** Goes to a step, and shows it in the editor; so does a session that replays the trace. */
  async go(step: number): Promise<void> {
    const trace = this.shown();
    this.current.goTo(step);
    const session = this.sessions.ofCurrent;
    if (session === undefined) {
      await this.reveal(trace);
      return;
    }
    await session.customRequest("boolprog/gotoStep", { step: this.current.step });
  }

  /** Asks for a step and goes there. */
  async askForStep(): Promise<void> {
    const last = this.shown().document.steps.length;
    const isStep = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= last;
    const answer = await vscode.window.showInputBox({
      title: "Go to Step",
      prompt: `A number from 0, the start, to ${last}`,
      value: String(this.current.step),
      validateInput: (text) => (isStep(text) ? undefined : `There are steps 0 to ${last}.`),
    });
    if (answer !== undefined) {
      await this.go(Number(answer));
    }
  }

  /** Shows the steps that change a variable, `lock` or `x@T2`; asks which if none is given. */
  async showChanges(variable?: string): Promise<void> {
    const chosen = variable ?? (await askForVariable(this.shown().document));
    if (chosen !== undefined) {
      await this.panel.showFiltered(changesFilter(chosen));
    }
  }

  /** Answers the query of a filter. */
  private async find(query: StepQuery): Promise<Found> {
    try {
      return { steps: await this.client.steps(this.shown().document, query) };
    } catch (error) {
      return { problem: message(error) };
    }
  }

  /** The actions of the buttons of the panel, and of some entries of lists. */
  async run(action: Action): Promise<void> {
    const trace = this.shown();
    switch (action) {
      case "replay":
        await this.replay(trace);
        break;
      case "copy":
        await vscode.env.clipboard.writeText(traceText(trace.document));
        vscode.window.setStatusBarMessage("Copied the trace", 5000);
        break;
      case "openText":
        await this.documents.show(trace);
        break;
      case "save":
        await saveTrace(trace);
        break;
      case "export":
        await this.export();
        break;
      case "showFresh":
        this.showFresh(trace);
    }
  }

  /** Copies, shows or saves the trace in a format; asks for what is not given. */
  async export(format?: string, file?: vscode.Uri): Promise<void> {
    const trace = this.shown();
    const name = format ?? (await askForFormat(trace));
    if (name === "copy" || name === "openText" || name === "save") {
      await this.run(name);
    } else if (name !== undefined) {
      await exportTrace(this.client, trace, name, file);
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private shown(): Shown {
    if (this.current.shown === undefined) {
      throw new Error("No trace is shown.");
    }
    return this.current.shown;
  }

  /** One session for a trace is enough. */
  private async replay({ program, document }: Shown): Promise<void> {
    if (this.sessions.ofCurrent === undefined) {
      await startReplay(program, `Replay ${document.property.id}`, document);
    } else {
      await vscode.commands.executeCommand("workbench.view.debug");
    }
  }

  /** Shows the statement of the current step without taking the focus. */
  private async reveal({ program, document }: Shown): Promise<void> {
    const range = document.steps[this.current.step - 1]?.range;
    if (range === undefined) {
      return;
    }
    const open = vscode.window.visibleTextEditors.find(
      (editor) => editor.document.uri.toString() === program.toString(),
    );
    const text = open?.document ?? (await vscode.workspace.openTextDocument(program));
    const options = { preserveFocus: true, ...(open?.viewColumn === undefined ? {} : { viewColumn: open.viewColumn }) };
    const editor = await vscode.window.showTextDocument(text, options);
    editor.revealRange(editorRange(range), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** The debugger gives the focus to the editor whenever it stops: the person was in the panel, and stays there. */
  private async keepFocus(): Promise<void> {
    const takesFocus = vscode.workspace.getConfiguration("debug").get<boolean>("focusEditorOnBreak", true);
    if (takesFocus && this.sessions.ofCurrent !== undefined) {
      await this.panel.focus();
    }
  }

  private traceChanged(): void {
    void vscode.commands.executeCommand("setContext", "boolprog.hasTrace", this.current.shown !== undefined);
    this.mark();
  }

  private stalenessChanged(): void {
    const { stale, fresh } = this.staleness;
    this.panel.setStale(stale);
    this.tree.setStale(stale);
    void vscode.commands.executeCommand("setContext", "boolprog.hasFreshTrace", fresh !== undefined);
    this.mark();
  }

  /** Shows the counterexample to the same property in the program as it is now. */
  private showFresh({ program }: Shown): void {
    const trace = this.staleness.fresh;
    if (trace !== undefined) {
      this.current.show(shownTrace(program, trace));
    }
  }

  private mark(): void {
    const inSight = this.panel.visible || this.tree.visible || this.sessions.ofCurrent !== undefined;
    this.marks.update(inSight && this.staleness.stale === undefined);
  }
}

/** True if the session in focus replays a trace, which is the current one then. */
export function isReplaying(): boolean {
  return vscode.debug.activeDebugSession?.type === LANGUAGE;
}
