// Once one program is open, the Test Explorer knows all of the folder, opens another, shows what its check finds, and checks
// one property of it.

import assert from "node:assert/strict";
import { Testing } from "../lib/testing.mjs";
import { TracePanel } from "../lib/trace-panel.mjs";

export async function run(workbench) {
  await workbench.lens(await workbench.openFile("spin-lock.bp"), "holds").waitFor();
  const testing = new Testing(workbench);
  await testing.open();
  await testing.unfold("broken-mutex.bp", "assert !inside");
  await testing.row("assert !inside").click();
  await workbench.page.keyboard.press("Enter");
  await workbench.lens(workbench.editor("broken-mutex.bp"), "violated").waitFor();
  // The check of the opened program has set it, without a run.
  await testing.outcome("assert !inside", "Failed");
  await workbench.command("Test: Run Test at Cursor");
  await testing.outcome("assert !inside", "Failed");
  await workbench.page.locator(".test-output-peek-message-container").getByText("lock F -> T").waitFor();
  const bubbles = workbench.editor("broken-mutex.bp").locator("[class*=test-message-inline-content]");
  assert.equal(await bubbles.count(), 0, "the lens says it already");
  await workbench.picture("failed-test");
  await testing.row("assert !inside").hover();
  await testing.row("assert !inside").getByRole("button", { name: "Show Trace" }).click();
  await new TracePanel(workbench).row(5).waitFor();
}
