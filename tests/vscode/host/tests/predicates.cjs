// The predicates of integer programs.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { lenses, open } = require("../editor.cjs");

const { predicates, traces } = vscode.extensions.getExtension("boolprog.boolprog").exports;
const { client } = traces;
const run = (command, ...parameters) => vscode.commands.executeCommand(command, ...parameters);

exports["the predicates of a program are shown, whatever decided it"] = async () => {
  const uri = await open("ticket-lock.ip");
  await lenses(uri, /^proved/);
  await run("boolprog.showPredicates");
  const { message, rows } = predicates.content;
  // Without a prover it says so.
  assert.match(message, /^(Exact after|The search ended early)/);
  const guard = rows.find(({ description }) => description === "from a guard");
  assert.equal(guard.label, "called == Client[0].mine");
  assert.deepEqual(
    guard.rows.map(({ label }) => label),
    ["Used everywhere", guard.rows[1].label, "Line 12 says it in its guard"],
  );
  await run("boolprog.predicates.goTo", guard);
  assert.equal(vscode.window.activeTextEditor.selection.start.line, 11);
};

exports["a predicate that was found is declared in the program, unless that has changed"] = async () => {
  const uri = await open("ticket-lock.ip");
  const document = await vscode.workspace.openTextDocument(uri);
  const end = document.positionAt(document.getText().length);
  const predicate = {
    text: "next == called",
    place: null,
    iteration: 1,
    declaration: null,
    edges: [],
    splits: [],
    split: 0,
    insertion: { range: { start: end, end }, newText: "predicate next == called;\n" },
  };
  client.predicates = async () => ({ message: "Exact after 2 iterations.", predicates: [predicate] });
  try {
    await run("boolprog.showPredicates");
  } finally {
    delete client.predicates;
  }
  const [row] = predicates.content.rows;
  await run("boolprog.predicates.insert", row);
  assert.match(document.getText(), /predicate next == called;\n$/);
  assert.match(predicates.content.message, /^The program has changed/);
  await assert.rejects(predicates.insert(row), /has changed/);
  await run("undo");
};
