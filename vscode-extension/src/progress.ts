// Requests that may take their time.

import * as vscode from "vscode";

/** Waits for an answer behind a notification with a button that cancels; undefined if somebody clicked on it. */
export async function cancellable<Answer>(
  title: string,
  ask: (token: vscode.CancellationToken) => Promise<Answer>,
): Promise<Answer | undefined> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      try {
        return await ask(token);
      } catch (error) {
        if (token.isCancellationRequested) {
          return undefined;
        }
        throw error;
      }
    },
  );
}
