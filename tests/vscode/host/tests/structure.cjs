// What belongs together: the outline, what folds, what is selected, what is linked.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, find, open, openText, place } = require("../editor.cjs");

const PROGRAM = `// A lock, see https://example.org/locks.
// Nobody is here at first.
decl lock := F;

bool taken(mine) begin
  return lock & !mine;
end

void main() begin
  decl mine;
  while T do
    if lock then
      skip;
    fi;
  od;
done:
  skip;
end
`;

exports["the outline is a tree"] = async () => {
  const document = await openText(PROGRAM);
  const symbols = await ask("executeDocumentSymbolProvider", document.uri);
  const tree = ({ name, kind, children }) => [name, vscode.SymbolKind[kind], ...children.map(tree)];
  assert.deepEqual(symbols.map(tree), [
    ["lock", "Variable"],
    ["taken", "Function", ["mine", "Variable"]],
    ["main", "Function", ["mine", "Variable"], ["done", "Key"]],
  ]);
};

exports["procedures, blocks and comments fold"] = async () => {
  const document = await openText(PROGRAM);
  const ranges = await ask("executeFoldingRangeProvider", document.uri);
  assert.deepEqual(
    ranges.map(({ start, end, kind }) => [start + 1, end + 1, vscode.FoldingRangeKind[kind]]),
    [
      [1, 2, "Comment"],
      [5, 6, undefined],
      [9, 17, undefined],
      [11, 14, undefined],
      [12, 13, undefined],
    ],
  );
};

exports["a selection grows from the name to the program"] = async () => {
  const document = await openText(PROGRAM);
  const [innermost] = await ask("executeSelectionRangeProvider", document.uri, [find(document, "lock & !m").end]);
  const texts = [];
  for (let range = innermost; range; range = range.parent) {
    texts.push(document.getText(range.range));
  }
  assert.deepEqual(texts.slice(0, 4), ["mine", "!mine", "lock & !mine", "return lock & !mine"]);
  assert.match(texts.at(-2), /^bool taken\(mine\) begin\n.*end$/s);
  assert.equal(texts.at(-1), PROGRAM);
};

exports["addresses and files that exist are links"] = async () => {
  const uri = await open("ticket.bp");
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), "// See https://example.org/locks, spin-lock.bp and nothing.bp.\n");
  await vscode.workspace.applyEdit(edit);
  const links = await ask("executeLinkProvider", uri, 10);
  const folder = vscode.workspace.workspaceFolders[0].uri;
  assert.deepEqual(
    links.map(({ range, target }) => [place(document, range), String(target)]),
    [
      ["1:8 https://example.org/locks", "https://example.org/locks"],
      ["1:35 spin-lock.bp", String(vscode.Uri.joinPath(folder, "spin-lock.bp"))],
    ],
  );
};
