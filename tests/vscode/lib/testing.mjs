// The Test Explorer.

import { eventually, PATIENCE_MS } from "./eventually.mjs";

/** Some examples take seconds each. */
const MANY_FILES_MS = 4 * PATIENCE_MS;

export class Testing {
  constructor(workbench) {
    this.workbench = workbench;
    this.page = workbench.page;
    this.rows = this.page.locator(".test-explorer .monaco-list-row");
  }

  /** Opens the Test Explorer. */
  async open() {
    await this.workbench.command("View: Show Testing");
    await this.rows.first().waitFor();
  }

  /** A row, by its label. */
  row(label) {
    return this.rows.filter({ hasText: label }).first();
  }

  /** Unfolds a file, and waits for a property. */
  async unfold(file, property) {
    await this.workbench.retried(async (timeout) => {
      const row = this.row(file);
      if ((await row.getAttribute("aria-expanded")) === "false") {
        await row.locator(".monaco-tl-twistie").click({ timeout });
      }
      await this.row(property).waitFor({ timeout });
    });
  }

  /** Waits until a row has an outcome, as it is read aloud: `Passed`, `Failed`, `Errored`. */
  async outcome(label, word) {
    await this.page
      .locator(`.test-explorer .monaco-list-row[aria-label*="${label}"][aria-label*="${word}"]`)
      .first()
      .waitFor();
  }

  /** Waits until every row has an outcome. */
  everyOutcome() {
    return eventually(
      "an outcome for each test",
      async () => {
        const labels = await this.rows.evaluateAll((rows) => rows.map((row) => row.ariaLabel));
        return labels.length > 0 && labels.every((label) => /\b(Passed|Failed|Errored)\b/.test(label));
      },
      MANY_FILES_MS,
    );
  }
}
