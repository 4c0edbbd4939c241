// The walkthrough: its first step opens the example, and what was seen is ticked off.

export async function run(workbench) {
  const { page } = workbench;
  // The pictures stand beside the steps where there is room.
  await workbench.command("View: Toggle Primary Side Bar Visibility");
  await workbench.command("Welcome: Open Walkthrough...");
  await page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "Boolean Programs" }).first().click();
  const step = (id) => page.locator(`[data-step-id="boolprog.boolprog#start#${id}"]`);
  await step("open").waitFor();
  await workbench.picture("open");
  await page.getByRole("button", { name: "Open the Lock" }).click();
  const editor = page.locator('.monaco-editor[data-uri^="untitled:"]');
  await workbench.lens(editor, "violated").waitFor();

  await page.locator(".tab").filter({ hasText: "Welcome" }).first().click();
  for (const id of ["open", "verdict"]) {
    await step(id).and(page.locator('[aria-checked="true"]')).waitFor();
  }
  await step("fix").and(page.locator('[aria-checked="false"]')).waitFor();
  for (const id of ["verdict", "replay", "fix", "threads"]) {
    await step(id).click();
    await step(id).and(page.locator('[aria-expanded="true"]')).waitFor();
    await workbench.picture(id);
  }
}
