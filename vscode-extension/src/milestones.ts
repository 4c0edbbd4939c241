// The milestones that a user has reached, each in every language: the walkthrough ticks them off.

import * as vscode from "vscode";
import type { Client } from "./client";

/** In this order: a proof is a milestone only after a violation. */
const MILESTONES: [string, RegExp][] = [
  ["boolprog.hasSeenViolation", /\bviolated\b/],
  ["boolprog.hasSeenProof", /^\d+ proved$/],
];

/** Sets a context for each thing that was seen, such as `boolprog.hasSeenProof.c`. */
export function registerMilestones(client: Client): vscode.Disposable {
  const reached = new Map<string, number>();
  return client.onNews((status) => {
    const language = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === status?.uri)?.languageId;
    if (language === undefined || status?.state !== "done") {
      return;
    }
    const next = reached.get(language) ?? 0;
    const [context, pattern] = MILESTONES[next] ?? [];
    if (pattern?.test(status.text)) {
      reached.set(language, next + 1);
      void vscode.commands.executeCommand("setContext", `${context}.${language}`, true);
    }
  });
}
