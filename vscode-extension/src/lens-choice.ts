// The lenses of a document as the editor shows them: rows that fit, and the choice from a whole row.

import * as vscode from "vscode";
import { LANGUAGE } from "./language";
import { row } from "./lens-rows";
import { icon } from "./verdict";

/** The command of the lens that opens the choice; its parameter is the row. */
export const CHOOSE = "chooseLens";

interface Item extends vscode.QuickPickItem {
  command?: vscode.Command;
}

/** The lenses with their icons, as many above each line as fit. */
export function fitted(document: vscode.TextDocument, lenses: readonly vscode.CodeLens[]): vscode.CodeLens[] {
  const rows = new Map<number, vscode.CodeLens[]>();
  for (const lens of lenses) {
    const { line } = lens.range.start;
    rows.set(line, [...(rows.get(line) ?? []), lens]);
  }
  return [...rows].flatMap(([line, all]) => {
    const commands = all.flatMap(({ command }) => command ?? []);
    const indentation = line < document.lineCount ? document.lineAt(line).firstNonWhitespaceCharacterIndex : 0;
    const { shown, more } = row(commands, indentation);
    const rest = more === undefined ? [] : [{ title: more, command: `${LANGUAGE}.${CHOOSE}`, arguments: [commands] }];
    const range = new vscode.Range(line, 0, line, 0);
    return [...shown, ...rest].map((command) => new vscode.CodeLens(range, withIcon(command)));
  });
}

/** Offers what a row of lenses does, each after what it is about, and does what is chosen. */
export async function chooseFromRow(row: readonly vscode.Command[]): Promise<void> {
  const chosen = await vscode.window.showQuickPick(row.map(item), { title: "boolprog" });
  const { command, arguments: parameters = [] } = chosen?.command ?? { command: "" };
  if (command !== "") {
    await vscode.commands.executeCommand(command, ...parameters);
  }
}

/** A lens that only says something is the heading of what follows. */
function item(command: vscode.Command, index: number, row: readonly vscode.Command[]): Item {
  const isHeading = command.command === "" && (row[index + 1]?.command ?? "") !== "";
  const kind = isHeading ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default;
  return { label: isHeading ? command.title : withIcon(command).title, kind, command };
}

function withIcon(command: vscode.Command): vscode.Command {
  // An ordinary blank after the icon is dropped.
  return { ...command, title: icon(command.title).replace(" ", "\u00a0") + command.title };
}
