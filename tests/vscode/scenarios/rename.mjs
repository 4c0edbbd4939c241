// A name gets another one everywhere, through the box at the cursor; its uses are shown in place.

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("procedures.bp");
  await workbench.lens(editor, "holds").waitFor();

  await workbench.rename(editor, "assert !owner_writes", "owner_writes", "lock");
  const refusal = page.locator(".monaco-editor-overlaymessage, .notification-toast").filter({ hasText: "lock" });
  await refusal.first().waitFor();
  await workbench.picture("refused");
  await page.keyboard.press("Escape");

  await workbench.rename(editor, "assert !owner_writes", "owner_writes", "writing");
  for (const line of ["decl writing := F;", "assert !writing;", "writing := T;", "writing := F;"]) {
    await workbench.line(editor, line).waitFor();
  }
  await workbench.lens(editor, "holds").waitFor();

  await workbench.word(editor, "assert !writing", "writing").click();
  await page.keyboard.press("Shift+F12");
  const uses = page.locator(".reference-zone-widget .ref-tree .monaco-list-row");
  await uses.filter({ hasText: "decl writing := F" }).waitFor();
  await uses.nth(3).waitFor();
  await workbench.picture("uses");
}
