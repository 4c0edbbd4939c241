// A newcomer with a bounded buffer whose producers look for room and fill it in two steps: one click finds the violation, the end of its
// trace shows both producers after the test, and a mutex around test and step is proved to repair it. All of it takes less than two minutes.

import assert from "node:assert/strict";
import { TracePanel } from "../lib/trace-panel.mjs";

export const seldom = true;

const TWO_MINUTES_MS = 120_000;

/** The lines of the repair: a line of the program and what is there then, with the indentation of what follows its first line. */
const REPAIR = [
  [
    "int filled;",
    "int filled;\npthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\npthread_cond_t room = PTHREAD_COND_INITIALIZER;",
  ],
  ["while (filled == ROOM)", "pthread_mutex_lock(&mutex);\nwhile (filled == ROOM)"],
  ["    ;", "pthread_cond_wait(&room, &mutex);"],
  ["put();", "put();\npthread_mutex_unlock(&mutex);"],
  ["if (filled > 0)", "pthread_mutex_lock(&mutex);\nif (filled > 0)"],
  [
    "__sync_fetch_and_sub",
    "__sync_fetch_and_sub(&filled, 1);\npthread_cond_signal(&room);\npthread_mutex_unlock(&mutex);",
  ],
];

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("bounded-buffer-broken.c");
  const started = Date.now();
  const panel = new TracePanel(workbench);
  await workbench.lensLink(editor, "Check for any number of threads").click();
  await workbench.lens(editor, "violated - ").waitFor();
  await workbench.restMouse();
  await workbench.picture("violated");
  await workbench.lensLink(editor, "Show trace").first().click();
  await panel.currentStep(0);
  await panel.grid.focus();
  await page.keyboard.press("End");
  await panel.frame.getByText("violated").last().waitFor();
  await workbench.picture("trace");
  await workbench.command("View: Toggle Maximized Panel");
  await panel.row(10).waitFor();
  await workbench.picture("cause");
  await workbench.hidePanel();
  for (const [line, text] of REPAIR) {
    await workbench.replaceLine(editor, line, text);
  }
  await workbench.picture("repair");
  await workbench.lens(editor, "proved - holds for any number of threads").waitFor();
  await workbench.status("c: 1 proved").waitFor();
  await workbench.squiggles(editor).first().waitFor({ state: "detached" });
  const taken = Date.now() - started;
  await workbench.picture("proved");
  assert.ok(taken < TWO_MINUTES_MS, `${taken} ms`);
}
