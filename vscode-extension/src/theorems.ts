// The proofs of a Boolean program as theorems, in a file for the prover Rocq.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "./client";

/** Saves the theorems about a program and opens the file; asks for it if it is not given. */
export async function saveTheorems(client: Client, program: vscode.Uri, target?: vscode.Uri): Promise<void> {
  const { text, message } = await client.theorems(program);
  const file = target ?? (await askForFile(program));
  if (file !== undefined) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    await vscode.commands.executeCommand("vscode.open", file);
    void vscode.window.showInformationMessage(`${message} Rocq checks them: coqc ${path.posix.basename(file.path)}`);
  }
}

/** Rocq wants names of letters, digits and underscores. */
async function askForFile(program: vscode.Uri): Promise<vscode.Uri | undefined> {
  const { dir, name } = path.posix.parse(program.path);
  const file = `${name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=[0-9])/, "_")}.v`;
  return vscode.window.showSaveDialog({
    title: "Save the Proof as a Theorem",
    filters: { Rocq: ["v"] },
    ...(program.scheme === "file" ? { defaultUri: program.with({ path: path.posix.join(dir, file) }) } : {}),
  });
}
