// Help while the user types.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, find, openText } = require("../editor.cjs");

const PROGRAM = `decl lock := F, inside := F;

// Says whether the lock was free, and takes it.
bool try(wait_for, give_up) begin
  return !lock;
end

void main() begin
  decl got;
again:
  got := try(lock, );
  a
  goto 
end
`;

/** What the server offers after a text. */
async function offered(text) {
  const document = await openText(PROGRAM);
  const { items } = await ask("executeCompletionItemProvider", document.uri, find(document, text).end, undefined, 100);
  return items.filter(({ sortText }) => /^\d{5}$/.test(sortText));
}

const label = (item) => item.label.label ?? item.label;

exports["completion offers what may stand in an expression"] = async () => {
  const items = await offered("return !");
  assert.deepEqual(items.map(label), ["wait_for", "give_up", "lock", "inside", "T", "F", "*", "schoose"]);
  const lock = items.find((item) => label(item) === "lock");
  assert.equal(lock.kind, vscode.CompletionItemKind.Variable);
  assert.equal(lock.detail, "shared");
  assert.match(lock.documentation.value, /^`lock := F` - shared variable, one copy for all threads/);
};

exports["completion fills in statements and calls as snippets"] = async () => {
  const items = await offered("\n  a");
  const inserted = (name) => items.find((item) => label(item) === name).insertText;
  assert.equal(inserted("assume"), "assume");
  assert.equal(inserted("atomic_begin").value, `atomic_begin;\n\${0:skip;}\natomic_end;`);
  assert.equal(inserted("try").value, `try(\${1:wait_for}, \${2:give_up})`);
};

exports["completion offers labels after goto"] = async () => {
  const items = await offered("goto ");
  assert.deepEqual(items.map(label), ["again"]);
};

exports["signature help shows the parameter at the cursor"] = async () => {
  const document = await openText(PROGRAM);
  const help = await ask("executeSignatureHelpProvider", document.uri, find(document, "try(lock, ").end, ",");
  const [signature] = help.signatures;
  assert.equal(signature.label, "bool try(wait_for, give_up)");
  assert.equal(signature.documentation, "Says whether the lock was free, and takes it.");
  assert.equal(help.activeParameter, 1);
  assert.deepEqual(
    signature.parameters.map((parameter) => signature.label.slice(...parameter.label)),
    ["wait_for", "give_up"],
  );
};
