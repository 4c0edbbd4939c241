// One check, from asking for it to its end.

import type * as vscode from "vscode";
import type { Client } from "../client";
import type { Properties } from "../protocol";

/**
 * Asks for a check of a program that is open, or of one property of it, and waits for its end. `progress` hears of what
 * is found on the way. Cancelling the token cancels the check; what is undecided then is unknown. The answer is
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
    for (;;) {
      // Listened to before asking, so that nothing is missed between the answer and the wait.
      const news = nextNews(client, uri);
      try {
        const now = await client.properties(uri);
        if (now?.checking !== true) {
          return now;
        }
        await progress(now);
        await news.arrived;
      } finally {
        news.listener.dispose();
      }
    }
  } finally {
    cancelling.dispose();
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
