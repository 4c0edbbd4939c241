// The view "Trace" in the bottom panel.

import * as vscode from "vscode";
import { settings } from "../language";
import { withBeside } from "./beside";
import type { CurrentTrace, Shown } from "./current";
import type { Found, StepQuery } from "./filter";
import type { IntegerProgram, Integers } from "./integers";
import { lanes } from "./lanes";
import type { Action, FromPanel, PanelTrace, Stale, ToPanel } from "./messages";
import { page } from "./page";
import { rows } from "./rows";
import { summary } from "./wording";

const VIEW = "boolprog.trace";

/** The requests of the panel. */
export interface Requests {
  /** The person went to a step. */
  go(step: number): void;
  run(action: Action): void;
  /** Answers the query of a filter. */
  find(query: StepQuery): Promise<Found>;
  /** The panel lost the focus just after the person had gone to a step. */
  focusLost(): void;
}

/** Shows the current trace, in whatever state the page remembers. */
export class TracePanel implements vscode.WebviewViewProvider, vscode.Disposable {
  private readonly visibilityChanged = new vscode.EventEmitter<void>();
  /** The panel came into sight or went out of it. */
  readonly onDidChangeVisibility = this.visibilityChanged.event;
  private view: vscode.WebviewView | undefined;
  private stale: Stale | undefined;
  /** The filter that a page that is not there will have. */
  private filter: string | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly current: CurrentTrace,
    private readonly integers: Integers,
    private readonly requests: Requests,
  ) {
    this.subscriptions = [
      this.visibilityChanged,
      vscode.window.registerWebviewViewProvider(VIEW, this),
      current.onDidChangeTrace(() => this.sendTrace()),
      integers.onDidChange(() => this.sendTrace()),
      current.onDidChangeStep(() => this.send({ type: "step", step: current.step })),
    ];
  }

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Brings the panel into sight and gives it the focus. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW}.focus`);
  }

  /** Says that the program has changed since the trace was found, or that it is the same. */
  setStale(stale: Stale | undefined): void {
    this.stale = stale;
    this.send({ type: "stale", stale });
  }

  /** Brings the panel into sight with some rows only. */
  async showFiltered(filter: string): Promise<void> {
    if (this.visible) {
      this.send({ type: "filter", filter });
    } else {
      this.filter = filter;
    }
    await this.focus();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")] };
    webview.onDidReceiveMessage((message: FromPanel) => this.receive(message));
    webview.html = page(webview, this.extension);
    view.onDidChangeVisibility(() => this.visibilityChanged.fire());
    view.onDidDispose(() => {
      this.view = undefined;
      this.visibilityChanged.fire();
    });
    this.visibilityChanged.fire();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private receive(message: FromPanel): void {
    switch (message.type) {
      case "ready":
        this.sendTrace();
        break;
      case "go":
        this.requests.go(message.step);
        break;
      case "run":
        this.requests.run(message.action);
        break;
      case "ask":
        void this.find(message.filter, message.query);
        break;
      case "focusLost":
        this.requests.focusLost();
    }
  }

  private async find(filter: string, query: StepQuery): Promise<void> {
    this.send({ type: "found", filter, found: await this.requests.find(query) });
  }

  private sendTrace(): void {
    const { shown, step } = this.current;
    const fold = settings().get<boolean>("trace.foldLocal", true);
    this.send({ type: "trace", trace: shown && panelTrace(shown, this.integers.ofCurrent), step, fold });
    this.send({ type: "stale", stale: this.stale });
    if (this.filter !== undefined) {
      this.send({ type: "filter", filter: this.filter });
      this.filter = undefined;
    }
  }

  /** A panel that is not there asks for everything once it is. */
  private send(message: ToPanel): void {
    void this.view?.webview.postMessage(message);
  }
}

function panelTrace({ key, document, program, why }: Shown, integers: IntegerProgram | undefined): PanelTrace {
  const all = rows(document);
  return {
    key,
    file: name(program),
    summary: summary(document, why),
    lanes: lanes(document),
    rows: integers === undefined ? all : withBeside(all, integers.beside),
    beside: integers === undefined ? "" : name(integers.program),
  };
}

function name(program: vscode.Uri): string {
  return program.path.split("/").at(-1) ?? "";
}
