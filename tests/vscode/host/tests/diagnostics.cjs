// What is underlined or faded.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { eventually, find, openText, place } = require("../editor.cjs");

const Severity = vscode.DiagnosticSeverity;

const ofSeverity = (document, wanted) =>
  vscode.languages.getDiagnostics(document.uri).filter(({ severity }) => severity === wanted);

/** Waits until a diagnostic with this code is there, and gives all of its severity. */
const diagnostics = (document, wanted, severity) =>
  eventually(`a diagnostic ${wanted}`, () => {
    const found = ofSeverity(document, severity);
    return found.some(({ code }) => code.value === wanted) && found;
  });

async function replace(document, text, replacement) {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, find(document, text), replacement);
  await vscode.workspace.applyEdit(edit);
}

const VIOLATED = "decl x := F;\n\nvoid main() begin\n  assert x;\nend\n";

exports["a violation is told once and links to its explanation"] = async () => {
  // No other test checks this program: a counterexample from the cache need not be the shortest.
  const document = await openText("decl x := F;\n\nvoid main() begin\n  skip;\n  skip;\n  assert x;\nend\n");
  const [violation, ...others] = await diagnostics(document, "assertion-violated", Severity.Error);
  assert.deepEqual(others, []);
  assert.equal(place(document, violation.range), "6:3 assert x");
  assert.equal(violation.source, "boolprog");
  assert.match(violation.message, /^Assertion violated: needs 1 thread, 3 steps/);
  assert.match(String(violation.code.target), /checks\.md#.*assertion-violated$/);
};

exports["diagnostics follow the text"] = async () => {
  const document = await openText(VIOLATED);
  await diagnostics(document, "assertion-violated", Severity.Error);
  await replace(document, "assert x", "assert y");
  const errors = await diagnostics(document, "undeclared-variable", Severity.Error);
  assert.deepEqual(
    errors.map(({ range, message }) => [place(document, range), message]),
    [["4:10 y", "There is no variable `y`."]],
  );
  await replace(document, "assert y", "assert !x");
  await eventually("no diagnostic", () => ofSeverity(document, Severity.Error).length === 0);
};

exports["what no thread reaches is faded"] = async () => {
  const document = await openText(VIOLATED.replace("assert x;", "assume x;\n  x := F;\n  x := x | F;"));
  const hints = await diagnostics(document, "never-reached", Severity.Hint);
  const faded = hints.find(({ code }) => code.value === "never-reached");
  assert.equal(place(document, faded.range), "5:3 x := F;\n  x := x | F");
  assert.deepEqual(faded.tags, [vscode.DiagnosticTag.Unnecessary]);
};
