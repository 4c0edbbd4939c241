// Edits that the editor is offered: quick fixes, refactorings, formatting.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, eventually, find, openText } = require("../editor.cjs");

const BROKEN = `decl lock := F, inside := F;

void main() begin
  if lock = F | T then
    assert !insid;
  fi;
  inside := lock;
end
`;

/** The actions at a text, with their edits. */
async function actions(document, text, kind) {
  const range = find(document, text);
  return ask("executeCodeActionProvider", document.uri, range, kind?.value, 100);
}

/** Waits for an action and does what it says. */
async function apply(document, text, title) {
  const action = await eventually(title, async () => {
    const offered = await actions(document, text);
    return offered.find((candidate) => candidate.title === title);
  });
  assert.ok(await vscode.workspace.applyEdit(action.edit));
  return action;
}

exports["a quick fix mends a name"] = async () => {
  const document = await openText(BROKEN);
  const action = await apply(document, "insid;", "Change to `inside`");
  assert.equal(action.kind.value, "quickfix");
  assert.equal(document.getText(), BROKEN.replace("insid;", "inside;"));
};

exports["everything that is obvious is fixed at once"] = async () => {
  const document = await openText(BROKEN);
  const all = await actions(document, "decl", vscode.CodeActionKind.SourceFixAll);
  assert.deepEqual(
    all.map(({ title }) => title),
    ["Apply all automatic fixes"],
  );
  await vscode.workspace.applyEdit(all[0].edit);
  assert.equal(document.getText(), BROKEN.replace("lock = F | T", "(lock = F) | T"));
};

exports["a selection becomes an atomic section"] = async () => {
  const document = await openText("decl x := F;\n\nvoid main() begin\n  x := T;\n  x := F;\nend\n");
  await apply(document, "x := T;\n  x := F;", "Put into an atomic section");
  const expected = "decl x := F;\n\nvoid main() begin\n  atomic_begin;\n  x := T;\n  x := F;\n  atomic_end;\nend\n";
  assert.equal(document.getText(), expected);
};

exports["a counterexample becomes a comment"] = async () => {
  const text = "decl x := T;\n\nvoid main() begin\n  x := F;\n  assert x;\nend\n";
  const document = await openText(text);
  await apply(document, "assert x", "Insert the counterexample as a comment");
  const comment = "  // 1. T1: x T->F\n  // 2. T1: assert x\n  assert x;";
  assert.equal(document.getText(), text.replace("  assert x;", comment));
};

const UNTIDY = "decl  x;\nvoid main() begin\n     x:=T; // first\n  if * then x := F;\n  fi;\nend\n";
const TIDY = "decl x;\n\nvoid main() begin\n  x := T; // first\n  if * then\n    x := F;\n  fi;\nend\n";
const LINE_TIDY = UNTIDY.replace("     x:=T; // first", "  x := T; // first");
const OPTIONS = { tabSize: 2, insertSpaces: true };

/** The untidy program after the edits that a command gives. */
async function formatted(command, ...parameters) {
  const document = await openText(UNTIDY);
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, await ask(command, document.uri, ...parameters, OPTIONS));
  await vscode.workspace.applyEdit(edit);
  return document.getText();
}

exports["a program is formatted"] = async () => {
  assert.equal(await formatted("executeFormatDocumentProvider"), TIDY);
};

exports["a selection is formatted and the rest is not"] = async () => {
  assert.equal(await formatted("executeFormatRangeProvider", new vscode.Range(2, 0, 2, 19)), LINE_TIDY);
};

exports["a line is formatted when its semicolon is typed"] = async () => {
  assert.equal(await formatted("executeFormatOnTypeProvider", new vscode.Position(2, 10), ";"), LINE_TIDY);
};
