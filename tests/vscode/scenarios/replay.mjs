// A click on the lens replays the counterexample, forwards and backwards.

export async function run(workbench) {
  const editor = await workbench.openFile("broken-mutex.bp");
  const session = workbench.debugger;
  await session.replay(editor);

  await session.atStart();
  await session.currentLine(editor);
  await session.callStack(/T1/);
  await session.callStack(/T2/);
  await workbench.picture("start");

  await session.press("Step Over");
  await session.atStep(1);
  await session.press("Step Over");
  await session.atStep(2);
  await session.press("Step Back");
  await session.atStep(1);
  await session.press("Reverse");
  await session.atStart();
  await session.variable("Shared", /^lock =\s*F$/);

  await session.press("Continue");
  await session.atViolation();
  await session.variable("Shared", /^inside =\s*T$/);
  await session.currentLine(editor);
  await session.focusedLine(17);
  await workbench.picture("violation");

  await session.press("Step Back");
  await session.callStack(/step \d+ of \d+/);
  await session.stop();
}
