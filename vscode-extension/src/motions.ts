// Ways to go back that the debug protocol has no button for: the inverses of Step Into and Step Out.

import * as vscode from "vscode";
import { LANGUAGE } from "./language";

/** The commands, and the requests of the debug adapter that carry them out. */
const MOTIONS = {
  "boolprog.stepIntoBack": "boolprog/stepInBack",
  "boolprog.stepOutBack": "boolprog/stepOutBack",
};

/** Registers the commands. */
export function registerMotions(context: vscode.ExtensionContext): void {
  for (const [command, request] of Object.entries(MOTIONS)) {
    context.subscriptions.push(vscode.commands.registerCommand(command, (entry: unknown) => move(request, entry)));
  }
}

async function move(request: string, entry: unknown): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  const threadId = threadOf(entry) ?? vscode.debug.activeStackItem?.threadId;
  if (session?.type === LANGUAGE && threadId !== undefined) {
    await session.customRequest(request, { threadId });
  }
}

/** The thread of an entry of the call stack, which the menu names as `thread:SESSION:NUMBER`. */
function threadOf(entry: unknown): number | undefined {
  const name = (entry as { threadId?: unknown } | undefined)?.threadId;
  const number = typeof name === "string" ? /(\d+)$/.exec(name)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}
