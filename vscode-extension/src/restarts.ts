// Restarts of a server that has died.

import type { CloseHandlerResult, ErrorHandler, ErrorHandlerResult } from "vscode-languageclient/node";
import { CloseAction, ErrorAction } from "vscode-languageclient/node";

/** The number of consecutive crashes after which the server is not restarted automatically. */
const MOST_RESTARTS = 4;
/** A server that lived so long was healthy: earlier deaths no longer count. */
const HEALTHY_MS = 3 * 60 * 1000;
const FIRST_DELAY_MS = 500;

/** Starts it again some times, each time after a longer pause. */
export class Restarts implements ErrorHandler {
  private deaths = 0;
  private born = Date.now();

  /** Reports that it has died, with the pause in milliseconds; `undefined` if it is not started again. */
  constructor(private readonly died: (pause: number | undefined) => void) {}

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  async closed(): Promise<CloseHandlerResult> {
    this.deaths = Date.now() - this.born > HEALTHY_MS ? 1 : this.deaths + 1;
    if (this.deaths > MOST_RESTARTS) {
      this.died(undefined);
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    const pause = FIRST_DELAY_MS * 2 ** (this.deaths - 1);
    this.died(pause);
    await new Promise((resolve) => setTimeout(resolve, pause));
    this.born = Date.now();
    return { action: CloseAction.Restart, handled: true };
  }
}
