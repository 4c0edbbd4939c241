// The bulb at a misspelt name offers to fix it.

import { writeFile } from "node:fs/promises";
import path from "node:path";

export async function prepare(folder) {
  await writeFile(path.join(folder, "misspelt.bp"), "decl inside := F;\n\nvoid main() begin\n  assert !insid;\nend\n");
}

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("misspelt.bp");
  await workbench.squiggles(editor).first().waitFor();
  await workbench.clickWord(editor, "assert !insid", "insid");
  // It stands in the gutter, or in the text where the gutter has the mark of a test.
  await editor.locator("[class*=codicon-gutter-lightbulb], .lightBulbWidget").filter({ visible: true }).first().click();
  const offered = page.locator(".action-widget .monaco-list-row");
  await offered.filter({ hasText: "Change to `inside`" }).waitFor();
  await workbench.picture("offered");
  await offered.filter({ hasText: "Change to `inside`" }).click();
  await workbench.line(editor, "assert !inside;").waitFor();
  await workbench.squiggles(editor).first().waitFor({ state: "detached" });
  await workbench.lens(editor, "holds for any number of threads").waitFor();
}
