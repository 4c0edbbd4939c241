// The server of a program and its state: in the language status of the status bar.

import * as vscode from "vscode";
import type { Client } from "./client";
import { activeProgram, LANGUAGE, LANGUAGES, settings } from "./language";

const WHEN: Record<string, string> = {
  onType: "checks while typing",
  onSave: "checks when saved",
  manual: "checks on request",
};

/** Shows version, engine and mode. */
export class LanguageStatus implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("boolprog.server", LANGUAGES);
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: Client) {
    this.item.name = "boolprog Server";
    this.item.command = { command: "boolprog.showStatus", title: "Menu" };
    const show = (): void => this.show();
    this.subscriptions = [
      this.item,
      client.onNews((status) => status === undefined && show()),
      vscode.window.onDidChangeActiveTextEditor(show),
      vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration(LANGUAGE) && show()),
    ];
    show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private show(): void {
    const { version } = this.client;
    const own = settings(activeProgram()?.document.uri);
    const severity = vscode.LanguageStatusSeverity;
    this.item.severity = version === undefined ? severity.Error : severity.Information;
    this.item.text = version === undefined ? "Server stopped" : `boolprog ${version}`;
    const limit = own.get<number>("limits.time.onType", 10);
    const when = own.get<string>("check.run", "onType");
    const limited = when === "manual" ? "" : ` for up to ${limit} s`;
    this.item.detail = `${WHEN[when] ?? when}${limited}, all engines`;
  }
}
