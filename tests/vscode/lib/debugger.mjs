// The debug toolbar and the views of Run and Debug.

export class Debugger {
  constructor(workbench) {
    this.workbench = workbench;
    this.page = workbench.page;
  }

  /** Replays what a lens is about. An editor that draws its lenses anew at that moment swallows the click. */
  async replay(editor) {
    await this.workbench.retried(async (timeout) => {
      await this.workbench.lensLink(editor, "Replay counterexample").click({ timeout });
      await this.page.locator(".debug-toolbar").waitFor({ timeout: 2 * timeout });
    });
    await this.started();
  }

  /** Waits for a session and opens the view. */
  async started() {
    await this.page.locator(".debug-toolbar").waitFor();
    // By its key: the session gives the focus to the editor at any moment, and it would get what is written in the
    // palette.
    await this.workbench.retried(async (timeout) => {
      await this.page.keyboard.press("Control+Shift+d");
      await this.page.locator(".debug-call-stack").waitFor({ timeout });
    });
  }

  /** Clicks a button of the toolbar, by the beginning of its label. */
  async press(label) {
    await this.page.locator(`.debug-toolbar a.action-label[aria-label^="${label}"]`).click();
  }

  /** The first row of the call stack that matches. */
  row(pattern) {
    return this.page.locator(".debug-call-stack .monaco-list-row").filter({ hasText: pattern }).first();
  }

  /** Waits until a row of the call stack matches. */
  async callStack(pattern) {
    await this.row(pattern).waitFor();
  }

  /** Presses a key that leads to a step; once more if nothing comes of it, as VS Code hears no key while it works. */
  async key(name, number) {
    const row = this.row(afterStep(number));
    await this.workbench.retried(async (timeout) => {
      if (!(await row.isVisible())) {
        await this.page.keyboard.press(name);
      }
      await row.waitFor({ timeout });
    });
    await this.stopped();
  }

  /** Waits until the frame in focus is at a line. */
  async focusedLine(number) {
    const row = this.page.locator(".debug-call-stack .monaco-list-row.selected");
    await row.filter({ hasText: new RegExp(`${number}:\\d+`) }).waitFor();
  }

  /** The rows of the call stack. */
  callStackRows() {
    return this.page.locator(".debug-call-stack .monaco-list-row").allInnerTexts();
  }

  /** Waits until the session stands before the first of this number of steps. */
  async atStart() {
    await this.callStack(/before step 1 of \d+/i);
    await this.stopped();
  }

  /** Waits until the session stands after a step. */
  async atStep(number) {
    await this.callStack(afterStep(number));
    await this.stopped();
  }

  /**
   * Waits until VS Code offers steps: that can be later than the call stack, and before it does not hear their keys.
   */
  async stopped() {
    await this.page.locator('.debug-toolbar a.action-label[aria-label^="Step Over"]:not(.disabled)').waitFor();
  }

  /** Waits until the session stands at the violation. */
  async atViolation() {
    await this.callStack(/Assertion violated/);
  }

  /** Opens a scope if it is closed, and waits until a variable in the view matches. */
  async variable(scope, pattern) {
    const rows = this.page.locator(".debug-variables .monaco-list-row");
    const header = rows.filter({ hasText: scope }).first();
    // Waiting, not reading once: the view is drawn anew after the call stack was, and loses a click until then.
    await this.workbench.retried(async (timeout) => {
      await header.waitFor({ timeout });
      if ((await header.getAttribute("aria-expanded")) === "false") {
        await header.click({ timeout });
      }
      await rows.filter({ hasText: pattern }).first().waitFor({ timeout });
    });
  }

  /** Waits for the mark of the statement about to be executed. */
  async currentLine(editor) {
    await editor.locator(".debug-top-stack-frame-line").first().waitFor();
  }

  /** Ends the session. */
  async stop() {
    await this.press("Stop");
    await this.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  }
}

function afterStep(number) {
  return new RegExp(`step ${number} of \\d+`, "i");
}
