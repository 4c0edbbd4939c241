// With the settings of a new user, a replay opens the view with the threads and the variables, and the explorer is back after it.

import { writeSettings } from "../lib/settings.mjs";

export async function prepare(folder) {
  await writeSettings(folder, { "debug.openDebug": "openOnDebugBreak" });
}

export async function run(workbench) {
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.lens(editor, "violated").waitFor();
  await workbench.retried(async (timeout) => {
    await workbench.lensLink(editor, "Replay counterexample").click({ timeout });
    await workbench.page
      .locator(".debug-call-stack .monaco-list-row")
      .first()
      .waitFor({ timeout: 2 * timeout });
  });
  const session = workbench.debugger;
  await session.callStack(/T1/);
  await session.callStack(/T2/);
  await workbench.picture("threads");
  await session.stop();
  await workbench.page.locator(".explorer-folders-view").waitFor();
  await workbench.picture("after");
}
