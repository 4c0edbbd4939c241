// F5 in a program replays its counterexample: no launch.json, no question.

export async function run(workbench) {
  const editor = await workbench.openFile("five-threads.bp");
  // The extension is there: before that the key is the browser's, which loads the page anew.
  await workbench.lens(editor, "violated").waitFor();
  await workbench.line(editor, "void main").click();
  await workbench.page.keyboard.press("F5");
  const session = workbench.debugger;
  await session.started();
  await session.atStart();
  await session.callStack(/T1/);
  await session.press("Continue");
  await session.atViolation();
  await session.callStack(/T5/);
  await workbench.picture("five-threads");
  await session.stop();
}
