// What somebody has seen so far: the walkthrough ticks it off.

import * as vscode from "vscode";
import type { Client } from "./client";

/** In this order: what is proved is no news to somebody who has seen nothing fail. */
const MILESTONES: [string, RegExp][] = [
  ["boolprog.hasSeenViolation", /\bcan fail\b/],
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
