// What is shown between the words of a program.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, eventually, lenses, openText, place, withSettings } = require("../editor.cjs");

const PROGRAM = `decl lock := F;

void main() begin
  assume !lock;
  lock := T;
  assert lock;
end
`;

/** What the editor has to show at the ends of lines, now. */
async function hintsNow(document) {
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = await ask("executeInlayHintProvider", document.uri, everything);
  return hints.map(({ position, label }) => [position.line + 1, label]);
}

/** Waits until there are hints, and gives them. */
const hints = (document) =>
  eventually("hints", async () => {
    const found = await hintsNow(document);
    return found.length > 0 && found;
  });

exports["hints say what becomes true"] = async () => {
  const document = await openText(PROGRAM);
  await lenses(document.uri, /^proved - holds/);
  // Before line 5, another thread may have taken the lock by then.
  assert.deepEqual(await hints(document), [[6, "before: lock = T"]]);
};

exports["settings choose the kinds of hints"] = async () => {
  const settings = { "inlayHints.constants": false, "inlayHints.states": true };
  await withSettings(settings, async () => {
    const document = await openText(PROGRAM);
    await lenses(document.uri, /^proved - holds/);
    assert.deepEqual(await hints(document), [
      [4, "before: 2 states"],
      [5, "before: 2 states"],
      [6, "before: 1 state"],
      [7, "before: 1 state"],
    ]);
  });
};

exports["the hints of a program that is replayed give way to its values"] = async () => {
  const other = await openText(PROGRAM);
  const document = await openText("void main() begin\n  decl mine := F;\n  mine := T;\n  assert !mine;\nend\n");
  await lenses(document.uri, /^violated/);
  const before = await hints(document);
  assert.deepEqual(before, [
    [3, "before: mine = F"],
    [4, "before: mine = T"],
  ]);
  await vscode.commands.executeCommand("boolprog.replay", document.uri.toString(), "assert-1");
  await eventually("no hints", async () => (await hintsNow(document)).length === 0);
  assert.deepEqual(await hints(other), [[6, "before: lock = T"]]);
  await vscode.debug.stopDebugging();
  assert.deepEqual(await hints(document), before);
};

exports["inline values name the variables up to the next statement"] = async () => {
  const document = await openText(PROGRAM);
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  const context = { frameId: 1, stoppedLocation: document.lineAt(4).range };
  const values = await ask("executeInlineValueProvider", document.uri, everything, context);
  assert.deepEqual(
    values.map(({ range, expression }) => [place(document, range), expression]),
    [
      ["1:6 lock", "lock"],
      ["5:3 lock", "lock"],
    ],
  );
};
