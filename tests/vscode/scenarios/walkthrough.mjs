// The walkthrough: its examples open beside it, and what was seen is ticked off.

import assert from "node:assert/strict";

/** A line of the picture beside each step. */
const PICTURES = {
  "c-check": "violated - needs 3 threads",
  replay: "T3 worker",
  "c-fix": "__sync_lock_test_and_set",
  open: "decl lock := F;",
  verdict: "violated - needs 2 threads",
  fix: "atomic_begin;",
  threads: "Reachable by some thread",
  "c-open": "int lock, inside;",
};

export async function run(workbench) {
  const { page } = workbench;
  const picture = page.frameLocator(".getting-started-media iframe").frameLocator("iframe#active-frame").locator("svg");
  // The pictures stand beside the steps where there is room.
  await workbench.command("View: Toggle Primary Side Bar Visibility");
  await workbench.command("Welcome: Open Walkthrough...");
  const titles = page.locator(".quick-input-list .monaco-list-row");
  await titles.filter({ hasText: "Find a Concurrency Bug" }).first().click();
  const step = (id) => page.locator(`[data-step-id="boolprog.boolprog#start#${id}"]`);
  const isDone = (id) => step(id).and(page.locator('[aria-checked="true"]')).waitFor();
  const open = async (id) => {
    await step(id).click();
    await step(id).and(page.locator('[aria-expanded="true"]')).waitFor();
    await picture.getByText(PICTURES[id]).first().waitFor();
    await workbench.picture(id);
  };
  await step("c-open").waitFor();
  for (const id of Object.keys(PICTURES)) {
    await open(id);
  }

  await page.getByRole("button", { name: "Open the C Program" }).click();
  const opened = page.locator('.monaco-editor[data-uri^="untitled:"]');
  await workbench.line(opened, "while (lock)").waitFor();
  await workbench.lens(opened, "Check for any number of threads").waitFor();
  assert.ok(await step("c-open").isVisible(), "the steps are not covered");
  await isDone("c-open");
  await step("open").and(page.locator('[aria-checked="false"]')).waitFor();
  await workbench.picture("beside");

  await step("open").click();
  await page.getByRole("button", { name: "Open the Boolean Program" }).click();
  await workbench.lens(page.locator('.monaco-editor[data-uri^="untitled:"]'), "violated").waitFor();
  for (const id of ["open", "verdict"]) {
    await isDone(id);
  }
  await step("c-check").and(page.locator('[aria-checked="false"]')).waitFor();
  await workbench.picture("boolean");
}
