// The rounds of a search under abstraction, one after the other, with another engine, and out of date.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeSettings } from "../lib/settings.mjs";
import { WebPage } from "../lib/web-page.mjs";

/** The lock with which SLAM was introduced: it needs two predicates. */
const LOCK = `decl locked: bool, new: int = *, old: int = *;
process Main {
  loc take, choose, release, test, last, done, err;
  take -> err when locked;
  take -> choose when !locked do locked := true, old := new;
  choose -> release;
  choose -> test;
  release -> err when !locked;
  release -> test when locked do locked := false, new := new + 1;
  test -> take when new != old;
  test -> last when new == old;
  last -> err when !locked;
  last -> done when locked do locked := false;
}
error reached: Main @ err;
`;

export const seldom = true;

export async function run(workbench, { folder }) {
  const { page } = workbench;
  await writeFile(path.join(folder, "lock.ip"), LOCK);
  const editor = await workbench.openFile("lock.ip");
  await workbench.lens(editor, "proved").waitFor();
  await workbench.command("boolprog: Show Graph");
  const graph = new WebPage(workbench);
  await graph.frame.getByRole("heading", { name: "Abstraction of lock.ip" }).waitFor();
  const round = graph.frame.locator("#round");
  await round.filter({ hasText: /^Round 1$/ }).waitFor();
  assert(await graph.button("Previous").isDisabled());
  await graph.frame.getByText("a spurious counterexample").waitFor();
  await graph.frame.getByText("new: locked").waitFor();
  await workbench.picture("first");
  await graph.isAccessible();

  await graph.button("Next").click();
  await round.filter({ hasText: /^Round 2/ }).waitFor();
  await page.keyboard.press("End");
  await round.filter({ hasText: "the last" }).waitFor();
  await graph.frame.getByText("nothing violated").waitFor();
  assert(await graph.button("Next").isDisabled());
  await workbench.picture("last");

  await writeSettings(folder, { "workbench.colorTheme": "Dark 2026" });
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  await graph.frame.getByLabel("Engine").selectOption("local");
  await round.filter({ hasText: /^Round 1/ }).waitFor();
  await workbench.picture("local");
  await graph.isAccessible();
}
