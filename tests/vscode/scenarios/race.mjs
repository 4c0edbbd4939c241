// A data race in a C file is found when a person asks: at the end of its trace, the accesses of both threads are framed; once it is
// repaired, a hint names the lock.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../lib/eventually.mjs";
import { TracePanel } from "../lib/trace-panel.mjs";

const PROGRAM = `#include <pthread.h>
#include <stdio.h>

int hits;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *server(void *unused) {
  pthread_mutex_lock(&lock);
  hits++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  printf("%d hits\\n", hits);
  return 0;
}
`;

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "hits.c"), PROGRAM);
}

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("hits.c");
  const panel = new TracePanel(workbench);
  await workbench.line(editor, "hits++").waitFor();
  await workbench.lensLink(editor, "Check for any number of threads").click();
  await workbench.lensLink(editor, "data races: not checked").click();
  await workbench.lens(editor, "1 data race").waitFor();
  await workbench.picture("found");
  await workbench.lensLink(editor, "Show trace").first().click();
  await panel.lanes("main", "server");
  await panel.currentStep(0);
  await panel.grid.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await panel.frame.locator('.row[aria-current="step"] .violated').waitFor();
  await eventually("both accesses in a frame", async () => (await framedLines(editor)).join(" ") === "9 17");
  await workbench.picture("accesses");

  await workbench.hidePanel();
  const locked = 'pthread_mutex_lock(&lock); printf("%d", hits); pthread_mutex_unlock(&lock);';
  await workbench.replaceLine(editor, 'printf("%d hits', locked);
  await workbench.lens(editor, "no data races").waitFor();
  await workbench.line(editor, "int hits;hits: always under lock").waitFor();
  await workbench.picture("protected");
}

/** The numbers of the lines with a frame around a statement. */
async function framedLines(editor) {
  const isFramed = (marks) =>
    marks.map((mark) => [mark.getBoundingClientRect().top, getComputedStyle(mark).borderTopWidth]);
  const marks = await editor.locator('.view-overlays [class*="ced-"]').evaluateAll(isFramed);
  const tops = marks.filter(([, width]) => width === "1px").map(([top]) => top);
  const numbers = await editor
    .locator(".line-numbers")
    .evaluateAll((all) => all.map((number) => [number.getBoundingClientRect().top, number.textContent.trim()]));
  return numbers.filter(([top]) => tops.some((other) => Math.abs(other - top) < 4)).map(([, number]) => number);
}
