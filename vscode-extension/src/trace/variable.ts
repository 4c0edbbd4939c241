// Which variable is meant, of those that change in a trace.

import * as vscode from "vscode";
import { changing } from "./changes";
import type { TraceDocument } from "./document";
import { counted } from "./wording";

/** Asks for one of the variables that change in a trace; undefined if the person thinks better of it. */
export async function askForVariable(document: TraceDocument): Promise<string | undefined> {
  const items = changing(document).map(({ name, shared, steps }) => ({
    label: name,
    description: `${shared ? "shared, " : ""}changes in ${counted(steps, "step")}`,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: "Show Steps That Change a Variable",
    placeHolder: items.length > 0 ? "The variable" : "No variable changes in this trace",
    matchOnDescription: true,
  });
  return chosen?.label;
}
