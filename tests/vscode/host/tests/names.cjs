// Where names come from, where they are used, and how they change.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, find, openText, place } = require("../editor.cjs");

const PROGRAM = `decl lock := F;

void main() begin
  decl copy;
again:
  copy, lock := lock, T constrain 'copy = lock;
  start_thread worker(copy);
  goto again;
end

void worker(busy) begin
  assert !busy;
  worker(busy);
end
`;

/** Asks about the name before the first occurrence of a text. */
async function about(text, command, ...parameters) {
  const document = await openText(PROGRAM);
  const answer = await ask(command, document.uri, find(document, text).start, ...parameters);
  return { document, answer };
}

function places({ document, answer }) {
  for (const { uri, targetUri } of answer) {
    assert.equal(String(uri ?? targetUri), String(document.uri));
  }
  return answer.map(({ range, targetSelectionRange }) => place(document, targetSelectionRange ?? range));
}

exports["a definition is where the name is declared"] = async () => {
  assert.deepEqual(places(await about("lock, T constrain", "executeDefinitionProvider")), ["1:6 lock"]);
  assert.deepEqual(places(await about("again;", "executeDefinitionProvider")), ["5:1 again"]);
};

exports["a declaration is where the name is declared"] = async () => {
  assert.deepEqual(places(await about("worker(copy)", "executeDeclarationProvider")), ["11:6 worker"]);
};

exports["references are all uses of a name"] = async () => {
  const found = places(await about("copy;", "executeReferenceProvider"));
  assert.deepEqual(found, ["4:8 copy", "6:3 copy", "6:36 copy", "7:23 copy"]);
};

exports["highlights tell writes from reads"] = async () => {
  const { document, answer } = await about("lock :=", "executeDocumentHighlights");
  const { Read, Write } = vscode.DocumentHighlightKind;
  const kinds = answer.map(({ range, kind }) => [place(document, range), kind]);
  assert.deepEqual(kinds, [
    ["1:6 lock", Write],
    ["6:9 lock", Write],
    ["6:17 lock", Read],
    ["6:43 lock", Read],
  ]);
};

exports["a rename changes all uses"] = async () => {
  const { document, answer } = await about("copy;", "executeDocumentRenameProvider", "mine");
  assert.ok(await vscode.workspace.applyEdit(answer));
  assert.equal(document.getText(), PROGRAM.replaceAll("copy", "mine"));
};

exports["a rename begins with the name at the cursor"] = async () => {
  const { document, answer } = await about("copy = lock", "prepareRename");
  assert.equal(place(document, answer.range), "6:36 copy");
  assert.equal(answer.placeholder, "copy");
};

exports["a rename that changes the meaning is refused with the reason"] = async () => {
  await assert.rejects(about("copy;", "executeDocumentRenameProvider", "lock"), /lock/);
  await assert.rejects(about("main()", "prepareRename"), /main/);
};

exports["symbols of the workspace are found by parts of their names"] = async () => {
  const symbols = await ask("executeWorkspaceSymbolProvider", "ry_loc");
  const [{ name, kind, location }] = symbols;
  assert.equal(symbols.length, 1);
  assert.deepEqual([name, kind], ["try_lock", vscode.SymbolKind.Function]);
  assert.match(location.uri.path, /\/procedures\.bp$/);
  assert.equal(location.range.start.line, 8);
};

exports["the call hierarchy tells calls from threads"] = async () => {
  const { answer: items } = await about("worker(busy) begin", "prepareCallHierarchy");
  assert.deepEqual(
    items.map(({ name }) => name),
    ["worker"],
  );
  const callers = await ask("provideIncomingCalls", items[0]);
  assert.deepEqual(
    callers.map(({ from, fromRanges }) => [from.name, from.detail, fromRanges.map(({ start }) => start.line)]),
    [
      ["main", "starts a thread", [6]],
      ["worker", "", [12]],
    ],
  );
  const called = await ask("provideOutgoingCalls", callers[0].from);
  assert.deepEqual(
    called.map(({ to }) => [to.name, to.detail]),
    [["worker", "starts a thread"]],
  );
};
