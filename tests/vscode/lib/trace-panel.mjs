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

  /** A cell of the column of the integer program: its head, or what it does in a step. */
  beside(text) {
    return this.frame.locator(".beside").filter({ hasText: text }).first();
  }

  /** Waits until a step is the current one. */
  async currentStep(step) {
    await this.frame.locator(`#step-${step}[aria-current="step"]`).waitFor();
  }

  /** Waits until the grid has the focus, with any row as the active one. */
  async focused() {
    await this.frame.locator("#grid[aria-activedescendant]:focus").waitFor();
  }

  /** Waits until a row is the active one, and the grid has the focus. */
  async activeRow(id) {
    await this.frame.locator(`#grid[aria-activedescendant="${id}"]:focus`).waitFor();
  }

  /** Waits until something is read aloud. */
  async aloud(text) {
    await this.frame.locator("#live").filter({ hasText: text }).waitFor({ state: "attached" });
  }

  /** Waits until a variable has a value at the start. */
  async startsWith(name, value) {
    await this.frame.locator(`dt:text-is("${name}") + dd:text-is("${value}")`).waitFor();
  }

  /** Waits until these are the names in the heads of all lanes. */
  async lanes(...names) {
    const heads = this.frame.locator(".thread .name");
    await eventually(`lanes ${names}`, async () => String(await heads.allInnerTexts()) === String(names));
  }

  /** Waits until these are the steps of all rows; a fold has its first and last one. */
  async shows(...steps) {
    const rows = this.frame.locator(".row .step");
    await eventually(`rows ${steps}`, async () => String(await rows.allInnerTexts()) === String(steps));
  }
}
