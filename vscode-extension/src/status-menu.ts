// The menu of the status item: the properties of the program, and what can be done.

import * as vscode from "vscode";
import type { Client } from "./client";
import { showError } from "./client";
import { activeProgram } from "./language";
import type { Property } from "./protocol";
import { toRange } from "./protocol";
import { replay, violationAtCursor } from "./replay";
import type { StatusItem } from "./status";
import { icon, worstFirst } from "./verdict";

/** A button of a property. */
interface Button extends vscode.QuickInputButton {
  run: () => Promise<void>;
}

interface Item extends vscode.QuickPickItem {
  buttons?: Button[];
  run?: () => Promise<unknown>;
}

/** Shows the menu, under what is known. */
export async function showStatus(client: Client, status: StatusItem): Promise<void> {
  const editor = activeProgram();
  const known = editor && (await client.properties(editor.document.uri).catch(() => undefined));
  const properties = worstFirst(known?.properties ?? []);
  const menu = vscode.window.createQuickPick<Item>();
  menu.title = "boolprog";
  menu.placeholder = (editor && status.of(editor.document.uri)?.text) ?? "";
  menu.items = [
    ...(editor === undefined ? [] : properties.map((property) => propertyItem(client, editor, property))),
    ...(properties.length === 0 ? [] : [{ label: "commands", kind: vscode.QuickPickItemKind.Separator }]),
    ...commandItems(client, status, editor),
  ];
  const run = (work: (() => Promise<unknown>) | undefined): void => {
    menu.hide();
    void work?.().catch(showError);
  };
  menu.onDidAccept(() => run(menu.selectedItems[0]?.run));
  menu.onDidTriggerItemButton(({ button }) => run((button as Button).run));
  menu.onDidHide(() => menu.dispose());
  menu.show();
}

/** A property: a choice goes to it, a button replays its counterexample or tries once more to decide it. */
function propertyItem(client: Client, editor: vscode.TextEditor, property: Property): Item {
  const { uri } = editor.document;
  const { id, label, text, verdict, retries } = property;
  const range = toRange(property.range);
  const buttons: Button[] = [];
  if (verdict === "violated") {
    const iconPath = new vscode.ThemeIcon("debug-rerun");
    buttons.push({ iconPath, tooltip: "Replay counterexample", run: () => replay(client, uri.toString(), id) });
  } else if (verdict === "unknown") {
    const [seconds] = retries;
    const tooltip = seconds === undefined ? "Check again" : `Retry with ${seconds} s`;
    buttons.push({ iconPath: new vscode.ThemeIcon("refresh"), tooltip, run: () => client.check(uri, id, seconds) });
  }
  return {
    label: icon(text) + label,
    description: `line ${range.start.line + 1}: ${text}`,
    buttons,
    run: async () => vscode.window.showTextDocument(editor.document, { selection: range }),
  };
}

function commandItems(client: Client, status: StatusItem, editor: vscode.TextEditor | undefined): Item[] {
  const uri = editor?.document.uri;
  const isRunning = uri !== undefined && (status.of(uri)?.state === "checking" || client.isSearching(uri));
  const isViolated = editor !== undefined && violationAtCursor(editor) !== undefined;
  const item = (label: string, command: string): Item => ({
    label,
    run: async () => vscode.commands.executeCommand(`boolprog.${command}`),
  });
  return [
    item("$(check-all) Check File", "check"),
    ...(isRunning ? [item("$(debug-stop) Cancel Check", "cancel")] : []),
    item("$(clear-all) Clear Results", "clearResults"),
    ...(isViolated ? [item("$(debug-rerun) Replay Counterexample", "replay")] : []),
    item("$(graph) Show Statistics", "showStatistics"),
    item("$(terminal) Copy Command Line", "copyCommandLine"),
    item("$(file-add) New Example", "newExample"),
    item("$(output) Show Server Log", "showLog"),
    item("$(report) Report Issue", "reportIssue"),
    item("$(refresh) Restart Server", "restartServer"),
  ];
}
