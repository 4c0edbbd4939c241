// Requests about files that can take long.

import type * as vscode from "vscode";

/** Counts them until they are answered. */
export class Searches {
  private readonly unanswered = new Map<string, number>();

  /** True if one about this file is not answered yet. */
  has(uri: vscode.Uri): boolean {
    return this.unanswered.has(uri.toString());
  }

  /** Counts one until it is answered. */
  async counted<Answer>(uri: vscode.Uri, search: Promise<Answer>): Promise<Answer> {
    const key = uri.toString();
    this.unanswered.set(key, (this.unanswered.get(key) ?? 0) + 1);
    try {
      return await search;
    } finally {
      const left = (this.unanswered.get(key) ?? 1) - 1;
      if (left > 0) {
        this.unanswered.set(key, left);
      } else {
        this.unanswered.delete(key);
      }
    }
  }
}
