// The rows of the trace panel by what holds after them and by what they change, with the mouse and without.

import { TracePanel } from "../lib/trace-panel.mjs";

export const seldom = true;

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("broken-mutex.bp");
  const panel = new TracePanel(workbench);
  const filter = panel.frame.getByRole("searchbox");
  const is = (text) => panel.frame.locator("#problem").filter({ hasText: text }).waitFor();
  await workbench.lensLink(editor, "Show trace").click();
  await panel.currentStep(0);

  await filter.fill("where lock & !inside");
  await panel.shows(5, 6);
  await panel.aloud("2 rows");
  await filter.fill("T2 where !lock | inside");
  await panel.shows(3, 4, 7);
  await filter.fill("where lok");
  await is("No variable `lok` is visible here.");
  await panel.shows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  await panel.isAccessible();
  await workbench.picture("mistake");
  await filter.fill("");

  // A change has a menu.
  await workbench.chooseFromMenu(
    panel.row(5).locator(".chip", { hasText: "lock" }),
    "Show Steps That Change a Variable",
  );
  await panel.shows(5);
  await workbench.picture("changes");

  // The palette asks.
  await workbench.command("Show Steps That Change a Variable");
  await page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "inside" }).click();
  await panel.shows(7);
  await workbench.reload(panel.grid);
  await panel.shows(7);
}
