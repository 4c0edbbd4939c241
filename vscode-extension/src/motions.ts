// Motions that the editor has no button for: the inverses of Step Into and Step Out, and steps of single accesses of C programs.

import * as vscode from "vscode";
import { LANGUAGE } from "./language";

interface Motion {
  request: string;
  granularity?: "instruction";
}

/** The commands, and the requests of the debug adapter that carry them out. */
const MOTIONS: Record<string, Motion> = {
  "boolprog.stepIntoBack": { request: "boolprog/stepInBack" },
  "boolprog.stepOutBack": { request: "boolprog/stepOutBack" },
  "boolprog.stepAccess": { request: "next", granularity: "instruction" },
  "boolprog.stepAccessBack": { request: "stepBack", granularity: "instruction" },
};

/** Registers the commands. */
export function registerMotions(context: vscode.ExtensionContext): void {
  for (const [command, motion] of Object.entries(MOTIONS)) {
    context.subscriptions.push(vscode.commands.registerCommand(command, (entry: unknown) => move(motion, entry)));
  }
}

async function move({ request, ...size }: Motion, entry: unknown): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  const threadId = threadOf(entry) ?? vscode.debug.activeStackItem?.threadId;
  if (session?.type === LANGUAGE && threadId !== undefined) {
    await session.customRequest(request, { threadId, ...size });
  }
}

/** The thread of an entry of the call stack, which the menu names as `thread:SESSION:NUMBER`. */
function threadOf(entry: unknown): number | undefined {
  const name = (entry as { threadId?: unknown } | undefined)?.threadId;
  const number = typeof name === "string" ? /(\d+)$/.exec(name)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}
