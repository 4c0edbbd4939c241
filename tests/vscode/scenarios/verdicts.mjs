// Opening a program is enough: the squiggle, the lens, the hover, the problem and the status appear.

import assert from "node:assert/strict";

export async function run(workbench) {
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.lens(editor, /violated - needs 2 threads, \d+ steps/).waitFor();
  await workbench.lensLink(editor, "Replay counterexample").waitFor();
  await workbench.squiggles(editor).first().waitFor();
  assert.equal(await workbench.squiggles(editor).count(), 1, "only the assertion is underlined");
  await workbench.status("1 violated").waitFor();

  const hover = await workbench.hover(editor, "inside := T;", ":=", "thread state");
  assert.match(hover, /Reachable/);
  await workbench.picture("hover");

  const problem = await workbench.problem("Assertion violated");
  await problem.waitFor();
  await problem.filter({ hasText: /2 threads/ }).waitFor();
  await problem.locator("a").filter({ hasText: "assertion-violated" }).waitFor();
  const story = workbench.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "T2: inside F->T" });
  await story.first().waitFor();
  await workbench.picture("problems");

  const safe = await workbench.openFile("spin-lock.bp");
  await workbench.lens(safe, "holds for any number of threads").waitFor();
  assert.equal(await workbench.squiggles(safe).count(), 0);
  await workbench.picture("holds");
}
