// The one status item: what is known of the program in the active editor.

import * as vscode from "vscode";
import { C_LANGUAGE } from "./c-files";
import { activeProgram, INTEGER_LANGUAGE } from "./language";
import { icon } from "./verdict";

/** The state of one version of a file. */
export interface Status {
  /** As the editor writes it. */
  uri: string;
  version: number;
  state: "checking" | "done" | "manual" | "error" | "stopped" | "off";
  text: string;
  tooltip: string;
}

const ICONS: Record<Status["state"], string> = {
  checking: "$(sync~spin) ",
  done: "",
  manual: "$(debug-pause) ",
  error: "$(error) ",
  stopped: "$(circle-slash) ",
  off: "",
};

/** The name of a kind of program. */
interface Kind {
  short: string;
  long: string;
}

const BOOLEAN: Kind = { short: "bp", long: "Boolean" };

const KINDS: Record<string, Kind> = {
  [INTEGER_LANGUAGE]: { short: "ip", long: "Integer" },
  [C_LANGUAGE]: { short: "c", long: "C" },
};

/** Shows the last status of each open program while that program is in the active editor. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("boolprog.status", vscode.StatusBarAlignment.Right, 100);
  private readonly known = new Map<string, Status>();
  private running = false;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.item.name = "boolprog";
    this.subscriptions = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.workspace.onDidOpenTextDocument(() => this.show()),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.known.delete(document.uri.toString());
        this.show();
      }),
    ];
    this.show();
  }

  /** Takes what the server says. */
  update(status: Status): void {
    this.known.set(status.uri, status);
    this.show();
  }

  /** The server runs, and will say something about each open program. */
  serverStarted(): void {
    this.running = true;
    this.show();
  }

  /** The server does not run: what it said is out of date. */
  serverStopped(): void {
    this.running = false;
    this.known.clear();
    this.show();
  }

  /** The last state of a program. */
  of(program: vscode.Uri): Status | undefined {
    return this.known.get(program.toString());
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private show(): void {
    const document = activeProgram()?.document;
    if (document === undefined) {
      this.item.hide();
      return;
    }
    const status = this.of(document.uri);
    const kind = KINDS[document.languageId] ?? BOOLEAN;
    this.item.command = this.running ? "boolprog.showStatus" : "boolprog.restartServer";
    if (!this.running) {
      this.write(kind, ICONS.stopped, "server stopped", "The server is not running. Click to start it.");
    } else if (status === undefined) {
      this.write(kind, "", "", "There are no results for this program yet.");
    } else {
      this.write(kind, ICONS[status.state] || icon(status.text), status.text, status.tooltip);
    }
    this.item.show();
  }

  private write({ short, long }: Kind, sign: string, text: string, tooltip: string): void {
    this.item.text = sign + (text === "" ? short : `${short}: ${text}`);
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `${long} program: ${text}` };
  }
}
