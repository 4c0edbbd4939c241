// Several properties of one line: the row of their lenses fits into the editor, and its last lens offers the whole row.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../lib/eventually.mjs";

const PROGRAM = `decl a := F, b := F;

void main() begin
  a, b := *, *;
  assert !a; assert !b; assert !a & !b;
end
`;

export async function prepare(folder) {
  await writeFile(path.join(folder, "row.bp"), PROGRAM);
}

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile("row.bp");
  await workbench.lens(editor, "violated").waitFor();
  const more = workbench.lensLink(editor, "More...");
  await more.waitFor();
  const inside = editor.locator(".monaco-scrollable-element").first();
  await eventually("a row that ends inside of the editor", async () => {
    const [row, text] = await Promise.all([more.boundingBox(), inside.boundingBox()]);
    return row !== null && row.x + row.width < text.x + text.width;
  });
  await workbench.restMouse();
  await workbench.picture("row");

  await more.click();
  const choices = page.locator(".quick-input-list .monaco-list-row");
  await choices.filter({ hasText: "Replay counterexample" }).nth(1).waitFor();
  await workbench.picture("choice");
  await choices.filter({ hasText: "Replay counterexample" }).nth(1).click();
  await session.started();
  await session.press("Continue");
  await page.getByText("assert !b is violated").first().waitFor();
  await workbench.picture("replay");
}
