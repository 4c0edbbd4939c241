// Opening an example as a new document, which can be checked, changed and replayed without being saved.

import * as vscode from "vscode";
import { LANGUAGE } from "../language";
import type { Example } from "./catalogue";
import { EXAMPLES, program, verdict } from "./catalogue";

/** Opens the example of this name, or the one that is chosen from a list. */
export async function newExample(name?: string): Promise<void> {
  const example = EXAMPLES.find((one) => one.name === name) ?? (await choose());
  if (example !== undefined) {
    const document = await vscode.workspace.openTextDocument({ language: LANGUAGE, content: program(example) });
    await vscode.window.showTextDocument(document);
  }
}

async function choose(): Promise<Example | undefined> {
  const items = EXAMPLES.map((example) => ({
    label: example.name,
    description: verdict(example),
    detail: example.about,
    example,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: "New Example",
    placeHolder: "An example program to explore",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.example;
}
