// A replay without a mouse: the file, the counterexample, steps forwards and backwards, the end.

export async function run(workbench) {
  const { page, debugger: session } = workbench;
  const { keyboard } = page;
  await workbench.retried(async (timeout) => {
    await keyboard.press("Control+p");
    await page.locator(".quick-input-widget input:focus").waitFor({ timeout });
    await keyboard.type("broken-mutex.bp");
    await page
      .locator(".quick-input-list .monaco-list-row.focused")
      .filter({ hasText: "broken-mutex.bp" })
      .waitFor({ timeout });
    await keyboard.press("Enter");
    await workbench.editor("broken-mutex.bp").locator(".view-line").first().waitFor({ timeout });
  });
  const editor = workbench.editor("broken-mutex.bp");
  await workbench.lens(editor, "violated - needs 2 threads, 9 steps").waitFor();

  await keyboard.press("Control+Alt+r");
  await session.started();
  await session.atStart();
  for (const step of [1, 2, 3]) {
    await keyboard.press("F10");
    await session.atStep(step);
  }
  // Each of these keys has its inverse, with Alt.
  await keyboard.press("Shift+F11");
  await session.atStep(7);
  await keyboard.press("Alt+Shift+F11");
  await session.atStep(2);
  await keyboard.press("F11");
  await session.atStep(8);
  await keyboard.press("Alt+F11");
  await session.atStep(2);
  await keyboard.press("Alt+F10");
  await session.atStep(1);
  await keyboard.press("F5");
  await session.atViolation();
  await workbench.picture("violation");
  await keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
}
