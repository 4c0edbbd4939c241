// A server that dies is started again, and knows what it knew.

import assert from "node:assert/strict";
import { eventually } from "../lib/eventually.mjs";
import { languageServers } from "../lib/processes.mjs";

/** It looks for the newest server of the machine. */
export const alone = true;

export async function run(workbench) {
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.squiggles(editor).first().waitFor();
  const before = await languageServers();
  process.kill(before.at(-1), "SIGKILL");
  await eventually("another server runs", async () => (await languageServers()).some((pid) => !before.includes(pid)));
  await workbench.status("1 violated").waitFor();
  await workbench.squiggles(editor).first().waitFor();

  await workbench.command("boolprog: Restart Server");
  await workbench.status("1 violated").waitFor();
  await workbench.lens(editor, "violated").waitFor();
  assert.equal(await workbench.page.locator(".notifications-toasts .notification-toast").count(), 0, "no message");
}
