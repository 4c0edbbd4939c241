// The extension is a thin client: everything that it knows about programs, it is told by the server.

import * as vscode from "vscode";
import { leaveBlueprintAlone } from "./blueprint";
import { Client } from "./client";
import { registerCommands } from "./commands";
import { registerDebugger } from "./debug";
import { ReplayedPrograms } from "./replayed";
import { StatusItem } from "./status";

let client: Client | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = new StatusItem();
  const replayed = new ReplayedPrograms();
  client = new Client(context, status, replayed);
  context.subscriptions.push(status, replayed, client, leaveBlueprintAlone());
  registerCommands(context, client, status);
  registerDebugger(context, client);
  await vscode.commands.executeCommand("setContext", "boolprog.active", true);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
