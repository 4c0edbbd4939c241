// Integer programs: colours, the verdict on opening, a name that is changed everywhere, and a counterexample to replay.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";

const WRONG = `// There are fewer numbers than clients.
decl next: 0..1, called: 0..1;

process Client[3] {
  decl mine: 0..1;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := (next + 1) % 2;
  waiting -> inside when mine == called;
  inside -> away do called := (called + 1) % 2;
}

error together: count(Client @ inside) >= 2;
`;

export async function prepare(folder) {
  await writeFile(path.join(folder, "wrong.ip"), WRONG);
}

export async function run(workbench) {
  const right = await workbench.openFile("ticket-lock.ip");
  await workbench.lens(right, "never happens").waitFor();
  await workbench.status("ip: 1 proved").waitFor();
  // Locations and variables have colours of their own.
  await workbench.haveDifferentColors(right, "waiting -> inside", "inside", "mine");
  await workbench.line(right, "decl next: 0..numbers - 1= 0..2").waitFor();
  const hover = await workbench.hover(right, "waiting -> inside", "called", "shared variable");
  assert.match(hover, /One of 0\.\.2, starts with 0/);
  await workbench.picture("holds");

  const wrong = await workbench.openFile("wrong.ip");
  await workbench.lens(wrong, /violated - after \d+ steps/).waitFor();
  await workbench.squiggles(wrong).first().waitFor();
  await workbench.status("ip: 1 violated").waitFor();
  await workbench.rename(wrong, "waiting -> inside", "inside", "served");
  await workbench.line(wrong, "count(Client @ served) >= 2").waitFor();
  await workbench.lens(wrong, /violated - after \d+ steps/).waitFor();
  await workbench.picture("violated");

  const session = workbench.debugger;
  await session.replay(wrong);
  await session.press("Continue");
  await wrong.locator(".exception-widget").filter({ hasText: "together" }).waitFor();
  await workbench.line(wrong, "decl next: 0..1, called: 0..1; next = 1, called = 0").waitFor();
  await workbench.picture("replay");
  await session.stop();
}
