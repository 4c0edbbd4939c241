// The first window: the walkthrough, where nothing else is shown.

import * as vscode from "vscode";

/** Remembers that the walkthrough was opened once. */
const GREETED = "boolprog.greeted";

/**
 * Opens the walkthrough in the first window that shows no document, once and for all. A person who wants nothing at the start
 * of a window (`workbench.startupEditor`) gets nothing.
 */
export async function openWalkthroughOnce(context: vscode.ExtensionContext): Promise<void> {
  const startup = vscode.workspace.getConfiguration("workbench").get<string>("startupEditor");
  // Pages of the editor itself, such as the welcome page, have no input that extensions know.
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.every(({ input }) => input === undefined));
  if (startup !== "none" && isEmpty && context.globalState.get(GREETED) !== true) {
    await context.globalState.update(GREETED, true);
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false);
  }
}
