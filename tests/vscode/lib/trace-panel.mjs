// The trace panel, in the words of the scenarios.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { eventually } from "./eventually.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export class TracePanel {
  constructor(workbench) {
    this.page = workbench.page;
    this.frame = this.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
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

  /** A button of the head. */
  button(name) {
    return this.frame.getByRole("button", { name });
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

  /** The steps of the rows that are in the page, folds by their first and last one. */
  steps() {
    return this.frame.locator(".row .step").allInnerTexts();
  }

  /** Waits until these are all rows. */
  async shows(...steps) {
    await eventually(`rows ${steps}`, async () => String(await this.steps()) === String(steps));
  }

  /** Fails if something keeps people from using the panel. */
  async isAccessible() {
    const source = await readFile(AXE, "utf8");
    // The page itself may load nothing; the browser may.
    const violations = await this.frame.locator("html").evaluate(async (html, axe) => {
      new Function(axe)();
      const results = await window.axe.run(html);
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: node }) => node).join(" ")}`);
    }, source);
    assert.deepEqual(violations, []);
  }
}
