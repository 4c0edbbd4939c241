// A question from the menu of the editor; the answer has a trace.

import { TracePanel } from "../lib/trace-panel.mjs";

export const seldom = true;

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.lens(editor, "violated").waitFor();
  const menu = page.locator(".monaco-menu .action-label");
  await workbench.retried(async (timeout) => {
    await workbench.line(editor, "inside := T;").click({ button: "right", position: { x: 60, y: 8 }, timeout });
    await menu.filter({ hasText: "boolprog: Ask" }).hover({ timeout });
    await menu.filter({ hasText: "Invariant Here" }).waitFor({ timeout });
  });
  await workbench.picture("menu");
  await menu.filter({ hasText: "Can Two Threads Be Here Together?" }).click();
  await workbench.picture("progress");
  const answer = page
    .locator(".notifications-toasts .notification-list-item")
    .filter({ hasText: "There can be 2 threads on line 18" });
  await answer.waitFor();
  await workbench.picture("answer");
  await answer.getByRole("button", { name: "Show trace" }).click();
  const panel = new TracePanel(workbench);
  await panel.currentStep(0);
  await workbench.picture("trace");
}
