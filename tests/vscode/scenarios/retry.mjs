// An undecided property is decided with a longer time limit.

import { writeSettings } from "../lib/settings.mjs";

export const seldom = true;

export async function prepare(folder) {
  // Nothing is known of the program from another window.
  await writeSettings(folder, { "boolprog.limits.time.onType": 0.000001, "boolprog.cache.enabled": false });
}

export async function run(workbench) {
  const editor = await workbench.openFile("worker-pool-leak.bp");
  await workbench.lens(editor, "unknown: time limit reached").waitFor();
  await workbench.status("1 unknown").waitFor();
  await workbench.picture("unknown");
  await workbench.lensLink(editor, "Retry with 60 s").click();
  await workbench.lens(editor, "violated - needs 3 threads").waitFor();
  await workbench.status("1 violated").waitFor();
}
