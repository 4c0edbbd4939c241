// Registering commands.

import * as vscode from "vscode";
import { showError } from "./client";

/** Registers the command `boolprog.NAME`, which macros may give parameters. An obstacle to its work is shown. */
export type Register = (name: string, run: (...parameters: never[]) => Promise<unknown>) => void;

/** Registers commands for as long as the extension is active. */
export function registerIn(context: vscode.ExtensionContext): Register {
  return (name, run) => {
    const command = (...parameters: never[]): Promise<unknown> => run(...parameters).catch(showError);
    context.subscriptions.push(vscode.commands.registerCommand(`boolprog.${name}`, command));
  };
}
