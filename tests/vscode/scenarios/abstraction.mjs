// The loop for any number of instances: an integer program is abstracted, its spurious counterexample is shown beside it, it is
// refined with a click and proved; then it is broken, and its counterexample is replayed.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { TracePanel } from "../lib/trace-panel.mjs";

const GATE = `decl free: int = 1;

process Client[*] {
  loc away, inside;
  away -> inside when free > 0 do free := free - 1;
  inside -> away do free := free + 1;
}

error together: count(Client @ inside) >= 2;
`;

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "gate.ip"), GATE);
}

export async function run(workbench) {
  const { page } = workbench;
  const program = await workbench.openFile("gate.ip");
  await workbench.lensLink(program, "Abstract to .bp").click();

  const made = page.locator('.monaco-editor[data-uri^="boolprog-abstraction:"]');
  await workbench.lens(made, "Abstraction of gate.ip").waitFor();
  await workbench.lens(made, "spurious at step 2: add").waitFor();
  await workbench.picture("spurious");

  // Predicates and integers side by side, up to where the integer program does something else.
  const panel = new TracePanel(workbench);
  await workbench.lensLink(made, "Show trace").click();
  await panel.beside("gate.ip").waitFor();
  await panel.beside("free = 1").waitFor();
  await panel.beside("free 1 -> 0").waitFor();
  await panel.beside("not here: free > 0").waitFor();
  await panel.beside("free 1 -> 0").click();
  await workbench.picture("side-by-side");
  await workbench.hidePanel();

  await workbench.lensLink(made, "spurious at step 2: add").click();
  await workbench.line(program, "predicate free <= 1;").waitFor();
  await workbench.lens(made, "proved").waitFor();
  await workbench.lensLink(program, "Refine").click();
  await page.locator(".notification-list-item").filter({ hasText: "Proved after 1 round" }).waitFor();
  await page.locator(".pane-body").getByText("Proved after 1 round").waitFor();
  await workbench.picture("proved");
  await workbench.command("Notifications: Clear All Notifications");

  await workbench.replaceLine(program, "away -> inside when", "away -> inside when free > 0;");
  await workbench.lens(program, /violated - needs 2 instances, 2 steps/).waitFor();
  await workbench.lensLink(made, "gate.ip has changed - abstract again").click();
  await workbench.lens(made, "real: replayed with 2 instances").waitFor();
  await workbench.picture("real");

  await workbench.lensLink(made, "Replay in gate.ip").click();
  const session = workbench.debugger;
  await session.press("Continue");
  await program.locator(".exception-widget").filter({ hasText: "together" }).waitFor();
  await workbench.picture("replay");
  await session.stop();
}
