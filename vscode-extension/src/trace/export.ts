// The trace in the formats of other tools, saved where the person says.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Shown } from "./current";

/** A format: as the server names it, and as people do. */
interface Format extends vscode.QuickPickItem {
  name: string;
  extension: string;
}

const FORMATS: Format[] = [
  { name: "html", extension: "html", label: "HTML", description: "a page for a browser or a printer" },
  { name: "svg", extension: "svg", label: "SVG", description: "a picture" },
  { name: "mermaid", extension: "mmd", label: "Mermaid", description: "a sequence diagram for Markdown" },
  { name: "plantuml", extension: "puml", label: "PlantUML", description: "a sequence diagram" },
  { name: "sarif", extension: "sarif", label: "SARIF", description: "for viewers and code hosts" },
];

/** Exports a trace; asks for what is not given. Nothing happens if the person thinks better of it. */
export async function exportTrace(client: Client, shown: Shown, name?: string, target?: vscode.Uri): Promise<void> {
  const format = name === undefined ? await ask(shown) : FORMATS.find((format) => format.name === name);
  if (format === undefined) {
    if (name !== undefined) {
      throw new Error(`There is no format "${name}".`);
    }
    return;
  }
  const text = await client.export(shown.document, format.name);
  const file = target ?? (await askForFile(shown, format));
  if (file !== undefined) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await vscode.commands.executeCommand("vscode.open", file);
  }
}

async function ask({ document }: Shown): Promise<Format | undefined> {
  return vscode.window.showQuickPick(FORMATS, { title: `Export the Trace of ${document.property.id}` });
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
