// The search for a prover, and advice where there is none.

import { access, constants } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../client";
import { LANGUAGE, settings } from "../language";

/** True if there is one: else the palette offers to install it. */
const CONTEXT = "boolprog.hasProver";
const SETTING = "integer.prover";
/** The prover of the settings that can come with the server, as a library; the server calls it so. */
const OWN = { setting: "z3", executable: "boolprog-z3" };

/** The command that installs Z3 for every platform that has Python. */
const INSTALL = "python3 -m pip install --user z3-solver";

/** Offers to install a prover, or to name another one, and to check the program again after that. */
export async function installProver(client: Client, program?: vscode.Uri, why?: string): Promise<void> {
  const text = `${why === undefined ? "" : `There is no prover: ${why}. `}Proofs of integer programs need one, such as Z3.`;
  const chosen = await vscode.window.showInformationMessage(text, "Install Z3", "Choose a Prover", "Check Again");
  if (chosen === "Install Z3") {
    const terminal = vscode.window.createTerminal("Install Z3");
    terminal.show();
    // The user decides whether it runs.
    terminal.sendText(INSTALL, false);
  } else if (chosen === "Choose a Prover") {
    await vscode.commands.executeCommand("workbench.action.openSettings", `${LANGUAGE}.${SETTING}`);
  } else if (chosen === "Check Again" && program !== undefined) {
    await client.check(program);
  }
}

/** Follows whether the prover of the settings is there. */
export function followProver(client: Client): vscode.Disposable {
  const look = async (): Promise<void> => {
    const { command } = await client.findServer();
    await vscode.commands.executeCommand("setContext", CONTEXT, await hasProver(path.dirname(command)));
  };
  // Without a server there is nothing to prove.
  const follow = (): void => void look().catch(() => undefined);
  follow();
  return vscode.workspace.onDidChangeConfiguration(
    (change) => change.affectsConfiguration(`${LANGUAGE}.${SETTING}`) && follow(),
  );
}

/** Looks beside the server, which is in this folder, and in the folders of the path. */
async function hasProver(server: string): Promise<boolean> {
  const [name = ""] = settings().get<string>(SETTING, OWN.setting).trim().split(/\s+/);
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const files = [
    ...(name === OWN.setting ? [path.join(server, OWN.executable)] : []),
    ...(name === "" ? [] : folders.map((folder) => path.resolve(folder, name))),
  ];
  const ending = process.platform === "win32" ? ".exe" : "";
  const found = await Promise.all(files.map((file) => isExecutable(file + ending)));
  return found.includes(true);
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
