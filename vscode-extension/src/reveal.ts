// The view of a check that a person asked for: the first violation, once there is one.

import * as vscode from "vscode";
import { nextProperties } from "./check";
import type { Client } from "./client";
import { showError } from "./client";
import type { Property } from "./protocol";
import { toRange } from "./protocol";

/** Checks a program because a person asks for it. Does not wait for the end of the check. */
export async function checkAndReveal(client: Client, uri: vscode.Uri): Promise<void> {
  await client.check(uri);
  void revealViolation(client, uri).catch(showError);
}

/** The same once a person has clicked on a lens that checks a program, or a property of it once more. */
export function revealAfterClicks(client: Client): vscode.Disposable {
  return client.onDidClickCheck((uri) => void revealViolation(client, uri).catch(showError));
}

/** Brings the first violation of a program that is being checked into view, unless the person has begun something else. */
async function revealViolation(client: Client, uri: vscode.Uri): Promise<void> {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  if (editor === undefined) {
    return;
  }
  const { selection } = editor;
  const { version } = editor.document;
  const isUntouched = (): boolean => editor.document.version === version && editor.selection.isEqual(selection);
  const known = await nextProperties(
    client,
    uri,
    async (now) => now?.checking !== true || !isUntouched() || now.properties.some(isViolated),
  );
  const violated = known?.properties.filter(isViolated).map(({ range }) => toRange(range));
  const [first] = violated?.sort((one, other) => one.start.compareTo(other.start)) ?? [];
  if (first !== undefined && isUntouched()) {
    editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

function isViolated({ verdict }: Property): boolean {
  return verdict === "violated";
}
