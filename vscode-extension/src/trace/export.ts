// The trace as a text, in a file, or in the formats of other tools.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Shown } from "./current";
import type { Action } from "./messages";

/** A format: as the server names it, and as people do. */
interface Format extends vscode.QuickPickItem {
  name: string;
  extension: string;
}

/** The formats of the extension itself, each an action of the panel. */
const OWN: (vscode.QuickPickItem & { name: Action })[] = [
  { name: "copy", label: "Copy as Text" },
  { name: "openText", label: "Open as Text" },
  { name: "save", label: "Save", description: "a file for Open Trace..." },
];

const FORMATS: Format[] = [
  { name: "html", extension: "html", label: "HTML", description: "a page for a browser or a printer" },
  { name: "svg", extension: "svg", label: "SVG", description: "a picture" },
  { name: "mermaid", extension: "mmd", label: "Mermaid", description: "a sequence diagram for Markdown" },
  { name: "plantuml", extension: "puml", label: "PlantUML", description: "a sequence diagram" },
  { name: "sarif", extension: "sarif", label: "SARIF", description: "for viewers and code hosts" },
];

/** Asks what becomes of a trace; undefined if the person thinks better of it. */
export async function askForFormat({ document }: Shown): Promise<string | undefined> {
  const heading = { name: "", label: "for other tools", kind: vscode.QuickPickItemKind.Separator };
  const title = `Export the Trace of ${document.property.id}`;
  return (await vscode.window.showQuickPick([...OWN, heading, ...FORMATS], { title }))?.name;
}

/** Saves a trace in the format of another tool; asks for the file if it is not given. */
export async function exportTrace(client: Client, shown: Shown, name: string, target?: vscode.Uri): Promise<void> {
  const format = FORMATS.find((format) => format.name === name);
  if (format === undefined) {
    throw new Error(`There is no format "${name}".`);
  }
  const text = await client.export(shown.document, format.name);
  const file = target ?? (await askForFile(shown, format));
  if (file !== undefined) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await vscode.commands.executeCommand("vscode.open", file);
  }
}

async function askForFile({ program, document }: Shown, format: Format): Promise<vscode.Uri | undefined> {
  const name = `${program.path.split("/").at(-1)}.${document.property.id}.${format.extension}`;
  const defaultUri = program.scheme === "file" ? vscode.Uri.joinPath(program, "..", name) : undefined;
  return vscode.window.showSaveDialog({
    title: "Export Trace",
    filters: { [format.label]: [format.extension] },
    ...(defaultUri === undefined ? {} : { defaultUri }),
  });
}
