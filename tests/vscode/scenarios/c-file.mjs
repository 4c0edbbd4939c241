// A C file is left alone until a person asks: then its violation, which is replayed to the end and back, its repair and the proof.

import assert from "node:assert/strict";
import { TracePanel } from "../lib/trace-panel.mjs";

const NAME = "spin-lock-broken.c";

export async function run(workbench, { picture }) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile(NAME);
  await workbench.line(editor, "while (lock)").waitFor();
  await workbench.lens(editor, "Not in this file").waitFor();
  assert.equal(await editor.locator(".codelens-decoration").count(), 1, "nobody has asked");
  await workbench.picture("left-alone");

  await workbench.lensLink(editor, "Check for any number of threads").click();
  await workbench.lens(editor, /violated - needs 3 threads, \d+ steps/).waitFor();
  await workbench.status("c: 1 violated").waitFor();
  await workbench.lens(editor, "Not in this file").waitFor({ state: "detached" });
  await workbench.lens(editor, "data races: not checked").waitFor();
  await workbench.squiggles(editor).first().waitFor();
  await workbench.hover(editor, "assert(inside == 1)", "inside", "Executed by any number of threads");
  await workbench.restMouse();
  await workbench.picture("violated");

  await session.replay(editor);
  await isAt(workbench, /before step 1 of \d+/);
  await session.callStack(/main/);
  const start = (await session.callStackRows()).join("\n");
  assert.doesNotMatch(start, /worker/, "no worker is created yet");
  await session.currentLine(editor);
  await workbench.picture("start");
  await session.press("Step Over");
  await isAt(workbench, /step 1 of \d+/);
  await session.press("Step Back");
  await isAt(workbench, /before step 1 of \d+/);
  await session.press("Continue");
  await session.callStack(/Violated/);
  await session.variable("Shared", /^inside =\s*2$/);
  await session.focusedLine(14);
  await workbench.picture("violation");
  if (picture !== undefined) {
    await workbench.restMouse();
    await workbench.pictureAt(picture);
  }
  await session.press("Reverse");
  await isAt(workbench, /before step 1 of \d+/);
  await session.variable("Shared", /^inside =\s*0$/);
  await session.stop();

  const panel = new TracePanel(workbench);
  await workbench.lensLink(editor, "Show trace").click();
  await panel.row(5).waitFor();
  await panel.lanes("main", "worker", "worker");
  await workbench.picture("trace");

  await workbench.hidePanel();
  await workbench.replaceLine(editor, "while (lock)", "while (__sync_lock_test_and_set(&lock, 1))");
  await workbench.lens(editor, "proved - holds for any number of threads").waitFor();
  await workbench.status("c: 1 proved").waitFor();
  await workbench.squiggles(editor).first().waitFor({ state: "detached" });
  await workbench.command("Trace: Focus on Trace View");
  await panel.frame.getByText("Proved now: this can no longer happen.").waitFor();
  await panel.frame.getByText("the statement `while (lock)` is no longer there").waitFor();
  await workbench.picture("no-longer");
  await workbench.hidePanel();
  await workbench.lensLink(editor, "Why?").click();
  await page.locator(".monaco-hover").getByText("at most one at a time").first().waitFor();
  await workbench.picture("why");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Home");
  await workbench.line(editor, "at most one thread in lines").waitFor();
  await workbench.picture("proved");
}

/** Waits until the replay stands somewhere. While one thread runs, that is in the head of the call stack, in no row. */
async function isAt({ page, debugger: session }, place) {
  await page.getByText(place).first().waitFor();
  await session.stopped();
}
