// Completion and signature help while the user types, and formatting when the file is saved.

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../lib/eventually.mjs";
import { writeSettings } from "../lib/settings.mjs";

const DRAFT = `decl lock := F;

// Takes the lock if it is free.
bool take(wanted,give_up) begin
  decl free;
  free, lock := !lock, wanted & !give_up;
    return free;
end

void main() begin
  decl mine;
  skip;
end
`;

const FINISHED = DRAFT.replace("wanted,give_up", "wanted, give_up")
  .replace("    return", "  return")
  .replace("skip;", "mine := take(T, F);");

export async function prepare(folder) {
  await writeFile(path.join(folder, "draft.bp"), DRAFT);
  await writeSettings(folder, { "editor.formatOnSave": true });
}

export async function run(workbench, { folder }) {
  const { page } = workbench;
  const { keyboard } = page;
  const editor = await workbench.openFile("draft.bp");
  const suggestion = (text) => editor.locator(".suggest-widget .monaco-list-row.focused").filter({ hasText: text });
  const parameter = editor.locator(".parameter-hints-widget .parameter.active");
  // The server has read the file: it answers.
  await editor.locator(".squiggly-unnecessary").first().waitFor();

  await workbench.replaceLine(editor, "skip;", "");
  await keyboard.type("mi");
  await suggestion("mine").waitFor();
  await workbench.picture("completion");
  await keyboard.press("Enter");
  await keyboard.type(":=ta");
  await suggestion("take").waitFor();
  await keyboard.press("Enter");
  await parameter.filter({ hasText: "wanted" }).waitFor();
  await workbench.picture("signature");
  // The next argument is the next place of the snippet. Tab goes there only once nothing is suggested any more.
  const argument = async (value) => {
    await keyboard.type(value);
    await suggestion(value).waitFor();
    // Enter would begin a line: the word is complete.
    await keyboard.press("Escape");
    await editor.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
    await keyboard.press("Tab");
  };
  await argument("T");
  await parameter.filter({ hasText: "give_up" }).waitFor();
  await argument("F");
  await keyboard.type(";");

  // Now and then this editor saves without asking anybody to format. A person who sees that saves once more.
  const isFormatted = async () => (await readFile(path.join(folder, "draft.bp"), "utf8")) === FINISHED;
  await workbench.retried(async (timeout) => {
    await keyboard.type(" ");
    await keyboard.press("Control+s");
    await eventually("the file as it is formatted", isFormatted, timeout);
  });
  // The call is complete.
  await parameter.waitFor({ state: "hidden" });
  await workbench.picture("formatted");
}
