// The predicates of an integer program in a tree, in a light and in a dark theme.

import { writeSettings } from "../lib/settings.mjs";

export const seldom = true;

export async function run(workbench, { folder }) {
  const { page } = workbench;
  const editor = await workbench.openFile("bounded-buffer.ip");
  await workbench.lens(editor, "violated").waitFor();
  await workbench.command("boolprog: Show Predicates");
  const rows = page.locator(".pane-body .customview-tree .monaco-list-row");
  const row = (text) => rows.filter({ hasText: text }).first();
  await row("from a guard").waitFor();
  await row("from a guard").click();
  await page.keyboard.press("ArrowRight");
  await row("Used everywhere").waitFor();
  await row("Distinguishes abstract states").click();
  await page.keyboard.press("ArrowRight");
  await row("Control at").waitFor();
  await row("says it in its guard").click();
  await editor.locator(".selected-text").first().waitFor({ state: "attached" });
  await workbench.picture("light");

  await writeSettings(folder, { "workbench.colorTheme": "Dark 2026" });
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  await workbench.replaceLine(editor, "const room = 3;", "const room = 2;");
  await page.locator(".pane-body").getByText("The program has changed since").waitFor();
  await workbench.picture("dark");
}
