// The trace as a tree, for users who cannot use the panel.

import { writeSettings } from "../lib/settings.mjs";

export const seldom = true;

export async function prepare(folder) {
  await writeSettings(folder, { "boolprog.trace.view": "tree" });
}

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.lensLink(editor, "Show trace").click();
  const rows = page.locator(".pane-body .customview-tree .monaco-list-row");
  const step = (text) => rows.filter({ hasText: text }).first();
  await step("start").waitFor();
  await step("lock := T").click();
  await page
    .locator('.customview-tree .monaco-list-row.selected[aria-label^="Step 5 of 9, thread 2, line 16"]')
    .waitFor();
  await editor.locator('.view-line span[class*="ced-"]').first().waitFor({ state: "attached" });
  await workbench.picture("step");

  await page.keyboard.press("ArrowRight");
  await step("lock F -> T").waitFor();
  await workbench.command("boolprog: Replay Counterexample");
  await session.started();
  await session.atStart();
  await page.locator('.customview-tree .monaco-list-row.selected[aria-label^="Start"]').waitFor();
  await session.press("Continue");
  await session.atViolation();
  await page.locator('.customview-tree .monaco-list-row.selected[aria-label$="violated"]').waitFor();
  await workbench.picture("violation");
  await session.stop();
}
