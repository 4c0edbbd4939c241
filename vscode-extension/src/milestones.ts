// What somebody has seen so far: the walkthrough ticks it off.

import * as vscode from "vscode";
import type { Client } from "./client";

const SEEN = {
  "boolprog.hasSeenViolation": /\bcan fail\b/,
  "boolprog.hasSeenProof": /^\d+ proved$/,
};

/** Sets a context for each thing that was seen. */
export function registerMilestones(client: Client): vscode.Disposable {
  const missing = new Map(Object.entries(SEEN));
  return client.onNews((status) => {
    for (const [context, pattern] of missing) {
      if (status?.state === "done" && pattern.test(status.text)) {
        missing.delete(context);
        void vscode.commands.executeCommand("setContext", context, true);
      }
    }
  });
}
