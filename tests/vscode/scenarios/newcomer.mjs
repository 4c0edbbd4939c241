// A newcomer with a bounded buffer whose producers look for room and fill it in two steps: one click finds the violation, and the end of its
// trace shows both producers after the test.

import { TracePanel } from "../lib/trace-panel.mjs";

export const seldom = true;

export async function run(workbench) {
  const editor = await workbench.openFile("bounded-buffer-broken.c");
  const panel = new TracePanel(workbench);
  await workbench.lensLink(editor, "Check for any number of threads").click();
  await workbench.lens(editor, "violated - ").waitFor();
  await workbench.restMouse();
  await workbench.picture("violated");
  await workbench.lensLink(editor, "Show trace").first().click();
  await panel.currentStep(0);
  await panel.grid.focus();
  await workbench.page.keyboard.press("End");
  await panel.frame.getByText("violated").last().waitFor();
  await workbench.picture("trace");
}
