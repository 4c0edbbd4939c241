// A trace with 64 threads and 5,000 steps: only what is in sight is in the page.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { LONG_PROGRAM, longTrace } from "../lib/long-trace.mjs";
import { writeSettings } from "../lib/settings.mjs";
import { TracePanel } from "../lib/trace-panel.mjs";

const STEPS = 5000;
const MOST_ROWS = 80;

export const seldom = true;

export async function prepare(folder) {
  await writeSettings(folder, { "boolprog.check.run": "manual" });
  await writeFile(path.join(folder, "long.bp"), LONG_PROGRAM);
  await writeFile(path.join(folder, "long.trace.json"), JSON.stringify(longTrace(64, STEPS)));
  const place = (name) => `\${workspaceFolder}/${name}`;
  const configuration = { type: "boolprog", request: "launch", name: "Long", internalConsoleOptions: "neverOpen" };
  const named = { ...configuration, program: place("long.bp"), trace: place("long.trace.json") };
  const launch = { version: "0.2.0", configurations: [named] };
  await writeFile(path.join(folder, ".vscode", "launch.json"), JSON.stringify(launch));
}

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const editor = await workbench.openFile("long.bp");
  const panel = new TracePanel(workbench);
  await workbench.line(editor, "void main").click();
  await workbench.lens(editor, "not checked").waitFor();
  await workbench.command("Trace: Focus on Trace View");
  await panel.frame.locator("#nothing").waitFor();
  await measurePaint(panel);
  await page.keyboard.press("F5");
  await session.started();
  await panel.currentStep(0);
  console.log(`    shown within ${await paintTime(panel)} ms; ${await rowsInPage(panel)} rows in the page`);

  await panel.lanes(...Array(64).fill("main"));
  await panel.grid.focus();
  await page.keyboard.press("End");
  await panel.activeRow(`step-${STEPS}`);
  await page.keyboard.press("Enter");
  await session.callStack(/step 5000 of 5000|Assertion violated/i);
  // The debugger took the focus to the editor; the panel took it back.
  await panel.activeRow(`step-${STEPS}`);
  await workbench.picture("end");
  console.log(`    ${await scrollThrough(panel)}`);
  await workbench.picture("middle");
  assert.ok((await rowsInPage(panel)) <= MOST_ROWS);
  await panel.isAccessible();
  await panel.frame.getByRole("searchbox").fill("T64");
  await panel.frame.locator(".row").first().waitFor();
  await workbench.picture("filtered");
  await panel.frame.getByRole("searchbox").fill("no such step");
  await panel.frame.getByText("No step matches").waitFor();
  await session.stop();
}

const rowsInPage = (panel) => panel.frame.locator(".row").count();

/** From now on, the page measures how long it takes from getting a trace to having painted it. */
function measurePaint(panel) {
  return panel.frame.locator("html").evaluate(() => {
    window.heapBefore = performance.memory.usedJSHeapSize;
    window.addEventListener("message", ({ data, timeStamp }) => {
      if (data.type === "trace" && data.trace !== undefined) {
        requestAnimationFrame(() =>
          setTimeout(() => {
            window.painted = Math.round(performance.now() - timeStamp);
          }),
        );
      }
    });
  });
}

const paintTime = (panel) => panel.frame.locator("html").evaluate(() => window.painted);

/** Scrolls from the beginning to the middle, a page in each frame; says how long the frames took. */
function scrollThrough(panel) {
  return panel.grid.evaluate(async (grid) => {
    const times = [];
    grid.scrollTop = 0;
    for (let count = 0; count < 200; count += 1) {
      const before = performance.now();
      grid.scrollTop += 275;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(performance.now() - before);
    }
    times.sort((one, other) => one - other);
    const grown = Math.round((performance.memory.usedJSHeapSize - window.heapBefore) / 2 ** 20);
    const [median, longest] = [times[100], times.at(-1)].map(Math.round);
    return `frames while scrolling: median ${median} ms, longest ${longest} ms; the window's heap grew by ${grown} MiB`;
  });
}
