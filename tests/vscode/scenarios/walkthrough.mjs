// The walkthrough: its first step opens the example, and what was seen is ticked off.

export async function run(workbench) {
  const { page } = workbench;
  // An extension is there once a file of its language was opened.
  await workbench.openFile("spin-lock.bp");
  await workbench.command("Welcome: Open Walkthrough...");
  const choice = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "Boolean Programs" }).first();
  await choice.click();
  const step = (title) => page.locator(".getting-started-step").filter({ hasText: title });
  await step("Open an example").waitFor();
  await workbench.picture("start");
  await page.getByRole("button", { name: "Open the Lock" }).click();
  const editor = page.locator('.monaco-editor[data-uri^="untitled:"]');
  await workbench.lens(editor, "violated").waitFor();
  await page.locator(".tab").filter({ hasText: "Walkthrough" }).first().click();
  await step("See the verdict")
    .locator(".codicon-getting-started-step-checked.complete")
    .waitFor({ state: "attached" });
  for (const [title, picture] of [
    ["See the verdict", "verdict"],
    ["Replay what goes wrong", "replay"],
    ["Mend it", "mend"],
    ["Any number of threads", "threads"],
  ]) {
    await step(title).click();
    await step(title).and(page.locator(".expanded")).waitFor();
    await workbench.picture(picture);
  }
}
