// Traces with two to eight lanes: at the width that the panel has, no name in the head is cut.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../lib/eventually.mjs";
import { TracePanel } from "../lib/trace-panel.mjs";

/** Numbers of threads, `main` included. */
const NUMBERS = [2, 3, 4, 6, 8];

function program(threads) {
  const others = Array.from({ length: threads - 1 }, (_, index) => index);
  return `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int meals;

void *philosopher(void *unused) {
  atomic_fetch_add(&meals, 1);
  return 0;
}

int main() {
  pthread_t all[${threads}];
${others.map((index) => `  pthread_create(&all[${index}], 0, philosopher, 0);`).join("\n")}
  int eaten = atomic_load(&meals);
  assert(eaten < ${threads - 1});
  return 0;
}
`;
}

export const seldom = true;

export async function prepare(folder) {
  await Promise.all(NUMBERS.map((number) => writeFile(path.join(folder, `lanes-${number}.c`), program(number))));
}

export async function run(workbench) {
  const panel = new TracePanel(workbench);
  for (const number of NUMBERS) {
    const editor = await workbench.openFile(`lanes-${number}.c`);
    await workbench.lensLink(editor, "Check for any number of threads").click();
    await workbench.lens(editor, "violated - needs").waitFor();
    await workbench.lensLink(editor, "Show trace").first().click();
    await panel.lanes("main", ...Array(number - 1).fill("philosopher"));
    await panel.currentStep(0);
    const names = panel.frame.locator(".head .name");
    await eventually("names that are not cut", async () =>
      names.evaluateAll((all) => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)),
    );
    await workbench.picture(`${number}`);
  }
}
