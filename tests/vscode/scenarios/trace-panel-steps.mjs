// The lens opens the trace in the panel; panel, debugger and editor share the current step.

import { eventually } from "../lib/eventually.mjs";
import { TracePanel } from "../lib/trace-panel.mjs";

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile("broken-mutex.bp");
  const panel = new TracePanel(workbench);
  await workbench.lensLink(editor, "Show trace").click();
  await panel.currentStep(0);
  await panel.shows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  await panel.startsWith("lock", "F");
  await panel.frame
    .locator("#guarantee[title^='fewest threads, then fewest steps']", { hasText: "shortest" })
    .waitFor();
  await threadsAre(editor, 12, "T1 T2");

  // A click shows the statement, and the panel keeps the focus.
  await panel.row(5).click();
  await panel.currentStep(5);
  await panel.activeRow("step-5");
  await threadsAre(editor, 16, "T1");
  await workbench.picture("step");

  // With a session, the rows are its steps.
  await panel.button("Replay").click();
  await session.started();
  await session.atStart();
  await panel.currentStep(0);
  await session.press("Step Over");
  await panel.currentStep(1);
  await panel.row(5).click();
  await session.atStep(5);
  await panel.activeRow("step-5");
  await session.press("Continue");
  await session.atViolation();
  await panel.currentStep(9);
  await workbench.picture("violation");
  await session.press("Step Back");
  await panel.currentStep(8);
  await session.stop();

  // The rows are of another program than the one in the editor, until the change is taken back.
  const changed = panel.frame.getByText("The program has changed");
  await workbench.replaceLine(editor, "lock := T;", "lock := F;");
  await changed.waitFor();
  await workbench.command("File: Revert File");
  await changed.waitFor({ state: "hidden" });

  await panel.button("Open as text").click();
  await page.locator(".tab").filter({ hasText: "Trace of assert-1" }).waitFor();
  await workbench.picture("text");

  // The window remembers the trace, the step and the view.
  const filter = panel.frame.getByRole("searchbox");
  await filter.fill("T2");
  await panel.shows(3, 4, 5, 6, 7);
  await workbench.reload(panel.grid);
  await panel.shows(3, 4, 5, 6, 7);
  await eventually("the filter", async () => (await filter.inputValue()) === "T2");
  await filter.fill("");
  await panel.currentStep(8);
}

/** Waits until a line says that threads are there. */
async function threadsAre(editor, line, names) {
  const pattern = new RegExp(names.replaceAll(" ", "\\s"));
  const after = editor.locator('.view-line span[class*="ced-"]');
  await eventually(`${names} in line ${line}`, async () => {
    const contents = await after.evaluateAll((spans) => spans.map((span) => getComputedStyle(span, "::after").content));
    return contents.some((content) => pattern.test(content));
  });
}
