// Hints say what becomes true; while a counterexample is replayed, the values of its step stand there instead.

import { writeFile } from "node:fs/promises";
import path from "node:path";

const PROGRAM = `decl lock := F;

void main() begin
  decl mine := F;
  mine := T;
  lock := mine;
  assert !lock;
end
`;

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "hints.bp"), PROGRAM);
}

export async function run(workbench) {
  const editor = await workbench.openFile("hints.bp");
  await workbench.line(editor, "mine := T;before: mine = F").waitFor();
  await workbench.line(editor, "lock := mine;before: mine = T").waitFor();
  await workbench.picture("hints");

  const session = workbench.debugger;
  await session.replay(editor);
  await session.press("Continue");
  // A program with one thread has no row for it in the call stack.
  await editor.locator(".exception-widget").filter({ hasText: "assert !lock is violated" }).waitFor();
  await workbench.line(editor, "before: mine").waitFor({ state: "detached" });
  await workbench.line(editor, "decl lock := F; lock = T").waitFor();
  await workbench.line(editor, "decl mine := F; mine = T").waitFor();
  await workbench.picture("values");
  await session.stop();
  await workbench.line(editor, "lock := mine;before: mine = T").waitFor();
}
