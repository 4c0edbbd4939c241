// A replay without a mouse: the file, the counterexample, steps forwards and backwards, the end.

export const seldom = true;

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
    await session.key("F10", step);
  }
  // Each of these keys has its inverse, with Alt.
  await session.key("Shift+F11", 7);
  await session.key("Alt+Shift+F11", 2);
  await session.key("F11", 8);
  await session.key("Alt+F11", 2);
  await session.key("Alt+F10", 1);
  await keyboard.press("F5");
  await session.atViolation();
  await workbench.line(editor, "only inside = T").waitFor();
  await workbench.picture("violation");
  await keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
}
