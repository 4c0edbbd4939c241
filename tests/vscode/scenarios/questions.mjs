// A question from the menu of the editor; the answer has a trace.

import { TracePanel } from "../lib/trace-panel.mjs";

export const seldom = true;

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.lens(editor, "violated").waitFor();
  await workbench.chooseFromMenu(workbench.line(editor, "inside := T;"), "Ask...");
  const questions = page.locator(".quick-input-list .label-name");
  await questions.filter({ hasText: "Invariant Here" }).waitFor();
  await workbench.picture("list");
  await questions.filter({ hasText: "Can Two Threads Be Here Together?" }).click();
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
