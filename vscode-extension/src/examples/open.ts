// Opening an example as a new document, which can be checked, changed and replayed without being saved.

import * as vscode from "vscode";
import type { Group } from "./catalogue";
import { GROUPS } from "./catalogue";
import type { Example } from "./example";
import { program, verdict } from "./example";

/** An example and its language. */
interface Offer {
  language: string;
  example: Example;
}

/** Opens the example with the file name `name`, or the one that is chosen from a list. */
export async function newExample(name?: string): Promise<void> {
  const offers = GROUPS.flatMap(({ language, examples }) => examples.map((example) => ({ language, example })));
  const offer = offers.find(({ example }) => example.name === name) ?? (await choose());
  if (offer !== undefined) {
    const { language, example } = offer;
    const document = await vscode.workspace.openTextDocument({ language, content: program(example) });
    await vscode.window.showTextDocument(document, { viewColumn: column() });
    await vscode.commands.executeCommand("setContext", `boolprog.hasOpened.${language}`, true);
  }
}

/** The column of a new document: a page of the editor, such as the walkthrough, is not covered. */
function column(): vscode.ViewColumn {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isPage = tab !== undefined && tab.input === undefined;
  return isPage ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
}

/** A row of the list. One without an offer only names a language. */
interface Row extends vscode.QuickPickItem {
  offer?: Offer;
}

async function choose(): Promise<Offer | undefined> {
  const chosen = await vscode.window.showQuickPick(GROUPS.flatMap(rows), {
    title: "New Example",
    placeHolder: "An example program to explore",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.offer;
}

function rows({ language, title, examples }: Group): Row[] {
  const offers = examples.map((example) => ({
    label: example.name,
    description: verdict(example),
    detail: example.about,
    offer: { language, example },
  }));
  return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...offers];
}
