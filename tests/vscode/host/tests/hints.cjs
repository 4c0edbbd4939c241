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

/** Waits until there are hints; gives them as the editor shows them. */
async function hints(document) {
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  const found = await eventually("hints", async () => {
    const all = await ask("executeInlayHintProvider", document.uri, everything);
    return all.length > 0 && all;
  });
  return found.map(({ position, label }) => [position.line + 1, label]);
}

exports["hints say what becomes true"] = async () => {
  const document = await openText(PROGRAM);
  await lenses(document.uri, /^holds/);
  // In front of line 5, another thread may have taken the lock meanwhile.
  assert.deepEqual(await hints(document), [[6, "before: lock = T"]]);
};

exports["settings choose the kinds of hints"] = async () => {
  const settings = { "inlayHints.constants": false, "inlayHints.states": true };
  await withSettings(settings, async () => {
    const document = await openText(PROGRAM);
    await lenses(document.uri, /^holds/);
    assert.deepEqual(await hints(document), [
      [4, "before: 2 states"],
      [5, "before: 2 states"],
      [6, "before: 1 state"],
      [7, "before: 1 state"],
    ]);
  });
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
      ["4:11 lock", "lock"],
      ["5:3 lock", "lock"],
    ],
  );
};
