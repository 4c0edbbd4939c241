// All hints at the ends of lines, off and on again.

import * as vscode from "vscode";
import { activeProgram, settings } from "./language";

const KINDS = ["constants", "equivalences", "states", "unreachable"];
/** Which kinds were on before they were switched off. */
const BEFORE = "hints.before";
/** The default: these are switched on. */
const USUAL = ["constants"];

/** Switches off the kinds of hints that are on, or on those that were. Says which. */
export async function toggleHints({ workspaceState }: vscode.ExtensionContext): Promise<void> {
  const file = activeProgram()?.document.uri;
  const on = KINDS.filter((kind) => settings(file).get<boolean>(name(kind), false));
  const chosen = on.length > 0 ? on : workspaceState.get<string[]>(BEFORE, USUAL);
  for (const kind of chosen) {
    await settings(file).update(name(kind), on.length === 0, level(file, name(kind)));
  }
  await workspaceState.update(BEFORE, chosen);
  vscode.window.setStatusBarMessage(`Hints ${on.length > 0 ? "off" : "on"}: ${chosen.join(", ")}`, 5000);
}

function name(kind: string): string {
  return `inlayHints.${kind}`;
}

/** The place where a setting has its value: a new one in a wider place would change nothing. */
function level(file: vscode.Uri | undefined, setting: string): vscode.ConfigurationTarget {
  const { ConfigurationTarget } = vscode;
  const known = settings(file).inspect<boolean>(setting);
  if (known?.workspaceFolderValue !== undefined) {
    return ConfigurationTarget.WorkspaceFolder;
  }
  return known?.workspaceValue === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
}
