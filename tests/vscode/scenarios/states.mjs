// The view of states follows the cursor; its table can be filtered, and it keeps the answers to questions.

import assert from "node:assert/strict";
import { eventually } from "../lib/eventually.mjs";
import { writeSettings } from "../lib/settings.mjs";
import { WebPage } from "../lib/web-page.mjs";

export async function run(workbench, { folder }) {
  const editor = await workbench.openFile("spin-lock.bp");
  await workbench.lens(editor, "proved - holds for any number of threads").waitFor();
  await workbench.command("States: Focus on States View");
  const view = new WebPage(workbench);
  const { frame } = view;
  await workbench.clickWord(editor, "assert !inside;", "inside");
  await frame.locator("#place").filter({ hasText: "assert !inside" }).waitFor();
  await frame.locator("#headline").filter({ hasText: "Reachable by some thread" }).waitFor();
  await frame.locator("#always").filter({ hasText: "lock = T" }).waitFor();
  await frame.locator("#threads").filter({ hasText: "thread" }).waitFor();
  await workbench.picture("assertion");

  await workbench.line(editor, "got, lock := !lock, T;").click();
  await frame.locator("#place").filter({ hasText: "got, lock := !lock" }).waitFor();
  const rows = frame.locator("tbody tr");
  const all = await eventually("states", async () => (await rows.count()) || undefined);
  await frame.locator("#filter").fill("!lock");
  await eventually("fewer states", async () => (await rows.count()) < all);
  assert.ok((await rows.count()) > 0);
  await frame.locator("#filter").fill("nobody");
  await frame.locator("#problem").filter({ hasText: "No variable is called nobody." }).waitFor();
  await frame.locator("#filter").fill("");

  await workbench.command("boolprog: Ask...");
  const questions = workbench.page.locator(".quick-input-list .label-name");
  await questions.filter({ hasText: /^How Many Threads Are Needed\?$/ }).click();
  await frame.locator("#answers li").filter({ hasText: "How many threads are needed?" }).waitFor();
  await workbench.picture("answer");
  await view.isAccessible();

  await workbench.openFile("spin-lock.c");
  await frame.locator("#nothing").waitFor();
  await frame.locator("#about").waitFor({ state: "hidden" });
  await workbench.picture("nothing");
  await writeSettings(folder, { "workbench.colorTheme": "Dark 2026" });
  await workbench.page.locator(".monaco-workbench.vs-dark").waitFor();
  await workbench.picture("dark");
}
