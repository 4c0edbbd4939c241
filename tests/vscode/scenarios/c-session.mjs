// A C file without a word about it in the settings: the lens above `main`, the violation far below, the summary in the first line,
// the status menu and F5.

import { writeFile } from "node:fs/promises";
import path from "node:path";

const NAME = "far.c";

const TEXT = `#include <assert.h>
#include <pthread.h>

int balance;

void *deposit(void *);

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, deposit, 0);
  pthread_create(&other, 0, deposit, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(balance <= 2);
${"\n".repeat(90)}
  assert(balance == 2);
  return 0;
}

void *deposit(void *unused) {
  int before = balance;
  balance = before + 1;
  return 0;
}
`;

export function prepare(folder) {
  return writeFile(path.join(folder, NAME), TEXT);
}

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile(NAME);
  await workbench.lensLink(editor, "Check for any number of threads").click();
  await workbench.status("c: 1 violated, 1 proved").waitFor();
  await workbench.line(editor, "assert(balance == 2)").waitFor();
  await workbench.lens(editor, /violated - needs/).waitFor();
  await workbench.picture("revealed");

  const rows = page.locator(".quick-input-list .monaco-list-row");
  await page.keyboard.press("Control+Home");
  await workbench.lens(editor, "data races: not checked").waitFor();
  await workbench.status("violated").click();
  await rows.first().filter({ hasText: "assert(balance == 2)" }).waitFor();
  await rows.nth(1).filter({ hasText: "assert(balance <= 2)" }).waitFor();
  await workbench.picture("menu");
  await page.keyboard.press("Enter");
  await workbench.line(editor, "assert(balance == 2)").waitFor();

  // The summary in the first line offers the same.
  await page.keyboard.press("Control+Home");
  await editor.hover();
  await page.mouse.wheel(0, -1000);
  await workbench.lens(editor, "1 violated, 1 proved").waitFor();
  await workbench.picture("summary");
  await workbench.lensLink(editor, "1 violated, 1 proved").click();
  await rows.first().hover();
  await rows.first().getByRole("button", { name: "Replay counterexample" }).click();
  await session.started();
  await session.stop();

  await editor.locator(".view-line").first().click();
  await page.keyboard.press("F5");
  await session.started();
  await session.press("Continue");
  await page.getByText("Exception has occurred: assert(balance == 2) fails").waitFor();
  await workbench.picture("replayed");
  await session.stop();

  const violated = workbench.lens(editor, /violated - needs/);
  await workbench.reload(violated);
  await workbench.status("c: 1 violated, 1 proved").waitFor();
  await workbench.picture("reloaded");
}
