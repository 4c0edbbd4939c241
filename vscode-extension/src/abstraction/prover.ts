// What to do where there is no prover.

import * as vscode from "vscode";
import type { Client } from "../client";

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
    await vscode.commands.executeCommand("workbench.action.openSettings", "boolprog.integer.prover");
  } else if (chosen === "Check Again" && program !== undefined) {
    await client.check(program);
  }
}
