// The thread-state graph in an editor of its own: larger, smaller, a way into the program, and out of date.

import assert from "node:assert/strict";
import { eventually } from "../lib/eventually.mjs";
import { writeSettings } from "../lib/settings.mjs";
import { WebPage } from "../lib/web-page.mjs";

export async function run(workbench, { folder }) {
  const { page } = workbench;
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.lens(editor, "violated").waitFor();
  // At its beginning: the verdict of the test stands after it.
  await workbench.line(editor, "assert").click({ position: { x: 60, y: 8 } });
  await workbench.command("boolprog: Show Graph");
  const graph = new WebPage(workbench);
  await graph.frame.getByRole("heading", { name: "Thread states of broken-mutex.bp" }).waitFor();
  const picture = graph.frame.getByRole("group", { name: /^broken-mutex\.bp: \d+ thread states/ });
  const width = () => picture.evaluate((image) => image.clientWidth);
  const fits = await eventually("the picture", width);
  await workbench.picture("fits");
  await graph.isAccessible();
  await workbench.restMouse();

  await page.keyboard.press("+");
  const larger = await eventually("a larger picture", async () => (await width()) > fits && (await width()));
  await graph.button("Smaller").click();
  await eventually("the size before", async () => (await width()) < larger);
  await graph.button("Fit").click();
  await eventually("all of it", async () => (await width()) === fits);
  assert.match(await graph.frame.locator("#scale").textContent(), /^\d+ %$/);

  // A thread state leads to its statement, with the mouse and with the keyboard.
  const states = picture.getByRole("button", { name: /lock := T/ });
  await states.first().click();
  const line = editor.locator(".line-numbers.active-line-number");
  await line.filter({ hasText: /^16$/ }).waitFor();
  const start = picture.locator('[role="button"][tabindex="0"]');
  await start.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await line.filter({ hasNotText: /^16$/ }).waitFor();
  await workbench.picture("focus");

  await workbench.replaceLine(editor, "lock := T;", "lock := F;");
  await graph.frame.getByText("The program has changed").waitFor();
  await graph.isAccessible();
  await writeSettings(folder, { "workbench.colorTheme": "Dark 2026" });
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  await graph.frame.locator("body.vscode-dark").waitFor();
  await workbench.picture("changed");
  await graph.isAccessible();
  await graph.button("Draw again").click();
  await graph.frame.getByText("The program has changed").waitFor({ state: "hidden" });
}
