// Checks, from asking for them to their end.

import type * as vscode from "vscode";
import type { Client } from "./client";
import type { Properties } from "./protocol";

/**
 * Asks for a check of a program that is open, or of one property of it, and waits for its end. `progress` hears of what
 * is found while it runs. Cancelling the token cancels the check; what is undecided then is unknown. The answer is
 * undefined if the file is closed in the meantime.
 */
export async function check(
  client: Client,
  uri: vscode.Uri,
  property: string | undefined,
  token: vscode.CancellationToken,
  progress: (now: Properties) => Promise<void>,
): Promise<Properties | undefined> {
  const cancelling = token.onCancellationRequested(() => void client.cancel(uri).catch(() => undefined));
  try {
    await client.check(uri, property);
    return await nextProperties(client, uri, async (now) => {
      if (now?.checking === true) {
        await progress(now);
        return false;
      }
      return true;
    });
  } finally {
    cancelling.dispose();
  }
}

/** The properties of a program as soon as they are as wanted: now, or after news about it. */
export async function nextProperties(
  client: Client,
  uri: vscode.Uri,
  isWanted: (now: Properties | undefined) => Promise<boolean>,
): Promise<Properties | undefined> {
  for (;;) {
    // Listened to before asking, so that nothing is missed between the answer and the wait.
    const news = nextNews(client, uri);
    try {
      const now = await client.properties(uri);
      if (await isWanted(now)) {
        return now;
      }
      await news.arrived;
    } finally {
      news.listener.dispose();
    }
  }
}

/** The next time that there may be something new about a program. */
function nextNews(client: Client, uri: vscode.Uri): { arrived: Promise<void>; listener: vscode.Disposable } {
  let listener: vscode.Disposable = { dispose: () => undefined };
  const arrived = new Promise<void>((resolve) => {
    listener = client.onNews((status) => {
      if (status === undefined || status.uri === uri.toString()) {
        listener.dispose();
        resolve();
      }
    });
  });
  return { arrived, listener };
}
