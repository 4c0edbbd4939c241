// The milestones that a user has reached: the walkthrough ticks them off.

import * as vscode from "vscode";
import type { Client } from "./client";

/** In this order: a proof is a milestone only after a violation. */
const MILESTONES: [string, RegExp][] = [
  ["boolprog.hasSeenViolation", /\bviolated\b/],
  ["boolprog.hasSeenProof", /^\d+ proved$/],
];

/** Sets a context for each thing that was seen. */
export function registerMilestones(client: Client): vscode.Disposable {
  const missing = [...MILESTONES];
  return client.onNews((status) => {
    const [context, pattern] = missing[0] ?? [];
    if (context !== undefined && status?.state === "done" && pattern?.test(status.text)) {
      missing.shift();
      void vscode.commands.executeCommand("setContext", context, true);
    }
  });
}
