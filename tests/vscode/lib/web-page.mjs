// A page of the extension in the window: the trace panel, or an editor of its own kind.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { eventually } from "./eventually.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export class WebPage {
  constructor(workbench) {
    this.page = workbench.page;
    this.frame = this.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  }

  /** A button of the page. */
  button(name) {
    return this.frame.getByRole("button", { name });
  }

  /** Fails if something keeps people from using the page. */
  async isAccessible() {
    const source = await readFile(AXE, "utf8");
    // The page itself may load nothing; the browser may.
    const examine = async (html, axe) => {
      new Function(axe)();
      const results = await window.axe.run(html);
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: node }) => node).join(" ")}`);
    };
    const violations = await eventually("a page to examine", () =>
      this.frame.locator("html").evaluate(examine, source),
    );
    assert.deepEqual(violations, []);
  }
}
