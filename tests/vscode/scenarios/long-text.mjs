// Completion and colours in a text so long that both are there before it has been read, and set right after that.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../lib/eventually.mjs";

const LINES = 4000;

const HEAD = `// How far it got.
decl done := F;

void main() begin
  decl mine;
  mine := done;
  skip;
`;

const BODY = Array.from({ length: LINES }, (_, line) => `L${line}: mine := done & !mine | done;\n`).join("");

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "long.bp"), `${HEAD}${BODY}end\n`);
}

export async function run(workbench) {
  const { keyboard } = workbench.page;
  const editor = await workbench.openFile("long.bp");
  const isBold = (line, word, wanted) =>
    eventually(`${word} is ${wanted ? "" : "not "}bold`, async () => {
      const weight = await workbench.style(editor, line, word, "fontWeight");
      return /^(bold|[6-9]00)$/.test(weight) === wanted;
    });
  // Shared variables are bold.
  await isBold("mine := done", "done", true);

  await workbench.replaceLine(editor, "skip;", "");
  await keyboard.type("do");
  await editor.locator(".suggest-widget .monaco-list-row.focused").filter({ hasText: "done" }).waitFor();
  await workbench.picture("completion");
  await keyboard.press("Enter");
  await keyboard.type(" := T;");
  await isBold("done := T", "done", true);
  await workbench.picture("typed");

  // Without their declaration its uses mean nothing.
  await workbench.replaceLine(editor, "decl done", "decl gone := F;");
  await isBold("mine := done;", "done", false);
  await workbench.squiggles(editor).first().waitFor();
  await workbench.picture("not-declared");
  await workbench.replaceLine(editor, "decl gone", "decl done := F;");
  await isBold("mine := done;", "done", true);
  await workbench.picture("declared");
}
