// The trace panel, in the words of the scenarios.

import { eventually } from "./eventually.mjs";
import { WebPage } from "./web-page.mjs";

export class TracePanel extends WebPage {
  constructor(workbench) {
    super(workbench);
    this.grid = this.frame.locator("#grid");
  }

  /** The row of a step. */
  row(step) {
    return this.frame.locator(`#step-${step}`);
  }

  /** The head of a run of local steps. */
  fold(first) {
    return this.frame.locator(`#fold-${first}`);
  }

  /** A cell of the column of the integer program: its head, or what it does in a step. */
  beside(text) {
    return this.frame.locator(".beside").filter({ hasText: text }).first();
  }

  /** Waits until a step is the current one. */
  async currentStep(step) {
    await this.frame.locator(`#step-${step}[aria-current="step"]`).waitFor();
  }

  /** Waits until a row is the active one, and the grid has the focus. */
  async activeRow(id) {
    await this.frame.locator(`#grid[aria-activedescendant="${id}"]:focus`).waitFor();
  }

  /** Waits until something is read aloud. */
  async aloud(text) {
    await this.frame.locator("#live").filter({ hasText: text }).waitFor({ state: "attached" });
  }

  /** The steps of the rows that are in the page, folds by their first and last one; none while the page is loaded anew. */
  async steps() {
    try {
      return await this.frame.locator(".row .step").allInnerTexts();
    } catch (error) {
      if (String(error).includes("Execution context was destroyed")) {
        return [];
      }
      throw error;
    }
  }

  /** Waits until these are all rows. */
  async shows(...steps) {
    await eventually(`rows ${steps}`, async () => String(await this.steps()) === String(steps));
  }
}
