// A student's path: an example, its violation, step by step and as a whole, and the proof of its fix.

import { TracePanel } from "../lib/trace-panel.mjs";

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  await workbench.command("boolprog: New Example...");
  const choice = page.locator(".quick-input-list .monaco-list-row");
  await choice.filter({ hasText: "A lock that is read and taken in two steps" }).waitFor();
  await workbench.picture("examples");
  await page.keyboard.type("broken-mutex");
  await choice.filter({ hasText: "A lock that is tested and taken in two steps" }).waitFor();
  await page.keyboard.press("Enter");
  const editor = page.locator('.monaco-editor[data-uri^="untitled:"]');
  await workbench.lens(editor, "violated - needs 2 threads, 9 steps").waitFor();
  await workbench.status("1 violated").waitFor();
  await workbench.picture("violated");

  await session.replay(editor);
  await session.atStart();
  for (const step of [1, 2, 3, 4, 5]) {
    await session.press("Step Over");
    await session.atStep(step);
  }
  await session.variable("Changed by this step", /^lock =\s*F -> T$/);
  await session.currentLine(editor);
  await workbench.picture("step");
  await session.press("Continue");
  await session.atViolation();
  await session.stop();

  const panel = new TracePanel(workbench);
  await workbench.lensLink(editor, "Show trace").click();
  await panel.currentStep(9);
  await panel.row(5).click();
  await panel.currentStep(5);
  await workbench.picture("trace");

  // The advice of the walkthrough: test and take the lock in one atomic section. The editor indents.
  await workbench.hidePanel();
  // From below, since the program holds as soon as a section begins: one that is never left keeps all others out.
  await workbench.replaceLine(editor, "lock := T;", "lock := T;\natomic_end;");
  await workbench.replaceLine(editor, "skip;", "atomic_end;");
  await workbench.replaceLine(editor, "if lock then", "atomic_begin;\nif lock then");
  await workbench.lens(editor, "holds for any number of threads").waitFor();
  await workbench.status("1 proved").waitFor();
  await workbench.squiggles(editor).first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+Home");
  await workbench.picture("proved");
}
