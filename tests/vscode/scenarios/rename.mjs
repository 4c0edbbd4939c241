// A name gets another one everywhere, through the box at the cursor; its uses are shown in place.

import { writeFile } from "node:fs/promises";
import path from "node:path";

const PROGRAM = `decl lock := F, inside := F;

void main() begin
  lock := T constrain !lock;
  assert !inside;
  inside := T;
  inside, lock := F, F;
end
`;

export async function prepare(folder) {
  await writeFile(path.join(folder, "rename.bp"), PROGRAM);
}

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("rename.bp");
  await workbench.lens(editor, "holds").waitFor();

  await workbench.rename(editor, "assert !inside", "inside", "lock");
  const refusal = page.locator(".notification-toast").filter({ hasText: "There is a variable `lock` already." });
  await refusal.first().waitFor();
  await workbench.picture("refused");

  await workbench.rename(editor, "assert !inside", "inside", "busy");
  for (const line of ["lock := F, busy := F;", "assert !busy;", "busy := T;", "busy, lock := F, F;"]) {
    await workbench.line(editor, line).waitFor();
  }
  await workbench.lens(editor, "holds").waitFor();

  const uses = page.locator(".reference-zone-widget .ref-tree .monaco-list-row");
  await workbench.retried(async (timeout) => {
    await workbench.clickWord(editor, "assert !busy", "busy");
    await page.keyboard.press("Shift+F12");
    await uses.filter({ hasText: "lock := F, busy := F" }).waitFor({ timeout });
  });
  await uses.nth(3).waitFor();
  await workbench.picture("uses");
}
