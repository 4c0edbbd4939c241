// A deadlock in a C file is found when a person asks: each thread is marked at its lock, in the text and at the end of a replay; after
// it, the side bar shows the files again.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeSettings } from "../lib/settings.mjs";

const PROGRAM = `#include <pthread.h>

int total;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *forwards(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  total++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}

void *backwards(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  total--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main() {
  pthread_t one, other;
  pthread_create(&one, 0, forwards, 0);
  pthread_create(&other, 0, backwards, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
`;

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "dead.c"), PROGRAM);
  await writeSettings(folder, { "debug.openDebug": "openOnDebugBreak" });
}

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile("dead.c");
  await workbench.lensLink(editor, "Check for any number of threads").click();
  await workbench.lensLink(editor, "deadlocks: not checked").click();
  await workbench.lens(editor, "deadlock: forwards waits for mutex `b`, held by backwards").waitFor();
  await workbench.lens(editor, "1 deadlock").waitFor();
  await workbench.restMouse();
  await workbench.picture("found");

  await workbench.lensLink(editor, "Replay counterexample").click();
  await session.started();
  await session.press("Continue");
  await page.locator(".exception-widget").filter({ hasText: "forwards waits for mutex" }).waitFor();
  await workbench.picture("end");
  await session.stop();
  await page.locator(".explorer-folders-view").waitFor();

  // The same without a lens.
  await editor.locator(".view-line").first().click();
  await page.keyboard.press("F5");
  await session.started();
  await session.stop();
  await page.locator(".explorer-folders-view").waitFor();
  await workbench.picture("after");
}
