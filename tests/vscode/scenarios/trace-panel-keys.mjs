// The trace panel without a mouse and in four themes; nothing in it keeps people out.

import { writeSettings } from "../lib/settings.mjs";
import { TracePanel } from "../lib/trace-panel.mjs";

/** By the names of the pictures: themes, how the window says which kind of theme it has, and how the panel does. */
const THEMES = {
  dark: ["Dark 2026", "vs-dark", "vscode-dark"],
  light: ["Light 2026", "vs", "vscode-light"],
  "high-contrast": ["Default High Contrast", "hc-black", "vscode-high-contrast"],
  "high-contrast-light": ["Default High Contrast Light", "hc-light", "vscode-high-contrast-light"],
};

export const seldom = true;

export async function run(workbench, { folder }) {
  const { page } = workbench;
  const editor = await workbench.openFile("worker-pool-leak.bp");
  await workbench.lensLink(editor, "Show trace").waitFor();
  const panel = new TracePanel(workbench);
  // At its beginning: the verdict of the test stands after it.
  await workbench.line(editor, "assert").click({ position: { x: 60, y: 8 } });
  await workbench.command("boolprog: Show Trace");
  await panel.activeRow("step-0");
  await panel.aloud("Start, ");

  await page.keyboard.press("ArrowDown");
  await panel.activeRow("step-1");
  await panel.aloud(/^Step 1 of \d+, thread 1, line \d+/);
  await page.keyboard.press("PageDown");
  await panel.aloud(/thread [23]/);
  await page.keyboard.press("Enter");
  await panel.frame.locator('.switched[aria-current="step"]').waitFor();
  await page.keyboard.press("PageUp");
  await panel.activeRow("step-0");
  await page.keyboard.press("End");
  await panel.aloud(/violated$/);
  await page.keyboard.press("Home");
  await panel.activeRow("step-0");

  await page.keyboard.press("/");
  await page.keyboard.type("violated");
  await panel.aloud("1 row");
  await page.keyboard.press("ArrowDown");
  await panel.aloud(/violated$|1 row/);
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await panel.focused();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Enter");

  for (const [name, [theme, kind, shown]] of Object.entries(THEMES)) {
    await writeSettings(folder, { "workbench.colorTheme": theme });
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
    await panel.frame.locator(`body.${shown}`).waitFor();
    await workbench.picture(name);
    await panel.isAccessible();
  }
}
