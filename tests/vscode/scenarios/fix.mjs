// An edit that fixes the bug takes the squiggle away and turns the lens; taking it back brings both back.

export const seldom = true;

export async function run(workbench) {
  const editor = await workbench.openFile("broken-mutex.bp");
  await workbench.squiggles(editor).first().waitFor();
  await workbench.lens(editor, "violated").waitFor();

  // Testing and taking the lock in one step.
  await workbench.replaceLine(editor, "lock := T;", "lock := T constrain !lock;");
  await workbench.lens(editor, "holds for any number of threads").waitFor();
  await workbench.squiggles(editor).first().waitFor({ state: "detached" });
  await workbench.lensLink(editor, "Replay counterexample").waitFor({ state: "detached" });
  await workbench.status("1 proved").waitFor();
  await workbench.picture("fixed");

  await workbench.command("File: Revert File");
  await workbench.lens(editor, "violated").waitFor();
  await workbench.squiggles(editor).first().waitFor();
}
