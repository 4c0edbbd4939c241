// Questions about a program, and the commands about all of it.

const assert = require("node:assert/strict");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { eventually, find, lenses, open, openText, withSettings } = require("../editor.cjs");

const { traces } = vscode.extensions.getExtension("boolprog.boolprog").exports;
const { client } = traces;
const run = (command, ...parameters) => vscode.commands.executeCommand(command, ...parameters);

const TWO = `decl a, b;

void main() begin
  assert a;
  assert a | !a;
  assert b;
end
`;

/** Gives the client another method while something runs. */
async function withClient(methods, action) {
  Object.assign(client, methods);
  try {
    return await action();
  } finally {
    for (const name of Object.keys(methods)) {
      delete client[name];
    }
  }
}

/** What is asked of the server when a person chooses a question. The command gives the answer. */
async function asked(name, answer) {
  const questions = [];
  const methods = {
    answer: async (_uri, question) => {
      questions.push(JSON.parse(JSON.stringify(question)));
      return answer;
    },
  };
  const given = await withClient(methods, () => run("boolprog.ask", name));
  assert.deepEqual(given, answer);
  return questions;
}

exports["the next counterexample is that of the next violated property, and wraps around after the last"] =
  async () => {
    const { uri } = await openText(TWO);
    await lenses(uri, /^violated/);
    await eventually(
      "two violations",
      () => vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity === 0).length === 2,
    );
    for (const [property, line] of [
      ["assert-1", 3],
      ["assert-3", 5],
      ["assert-1", 3],
    ]) {
      await run("boolprog.nextCounterexample");
      assert.equal(traces.current.shown.document.property.id, property);
      assert.equal(vscode.window.activeTextEditor.selection.active.line, line);
    }
  };

exports["statistics are a document that is kept up to date"] = async () => {
  const { uri } = await openText(TWO);
  await lenses(uri, /^violated/);
  const program = vscode.window.activeTextEditor;
  await run("boolprog.showStatistics");
  const { document } = vscode.window.activeTextEditor;
  assert.equal(document.uri.scheme, "boolprog-statistics");
  assert.match(document.getText(), /^Statistics of Untitled-\d+\n/);
  assert.match(document.getText(), /\nline 4 +assert a +violated - needs 1 thread, 1 step \(bounded\)\n/);
  await eventually("thread states", () => /\nOf \d+ statements, all can be reached\./.test(document.getText()));
  await program.edit((edit) => edit.insert(new vscode.Position(0, 0), "nonsense\n"));
  await eventually("the errors", () => document.getText().includes("The program has errors."));
};

exports["results are cleared, and come again with the next check"] = async () => {
  const { uri } = await openText(TWO);
  await lenses(uri, /^violated/);
  await run("boolprog.clearResults");
  await lenses(uri, /^not checked/);
  const codes = vscode.languages.getDiagnostics(uri).map(({ code }) => code?.value ?? code);
  assert.ok(!codes.includes("assertion-violated"), codes.join(", "));
  await run("boolprog.check");
  await lenses(uri, /^violated/);
};

exports["hints are switched off and on again, those that were on"] = async () => {
  const constants = () => vscode.workspace.getConfiguration("boolprog").inspect("inlayHints.constants");
  const states = () => vscode.workspace.getConfiguration("boolprog").get("inlayHints.states");
  await openText(TWO);
  await withSettings({ "inlayHints.constants": true, "inlayHints.states": true }, async () => {
    await run("boolprog.toggleHints");
    assert.deepEqual([constants().workspaceValue, constants().globalValue, states()], [false, undefined, false]);
    await run("boolprog.toggleHints");
    assert.deepEqual([constants().workspaceValue, states()], [true, true]);
  });
};

exports["questions name the places of the cursors"] = async () => {
  await openText(TWO);
  const editor = vscode.window.activeTextEditor;
  const answer = { verdict: "no", text: "No." };
  const at = (line) => ({ line, character: 2 });
  const cursor = (line) => new vscode.Selection(line, 2, line, 2);
  editor.selection = cursor(3);
  assert.deepEqual(await asked("together", answer), [{ kind: "together", positions: [at(3), at(3)] }]);
  assert.deepEqual(await asked("threads", answer), [{ kind: "threads" }]);
  assert.deepEqual(await asked("threadsHere", answer), [{ kind: "threads", position: at(3) }]);
  assert.deepEqual(await asked("compare", answer), [{ kind: "compare" }]);
  editor.selections = [cursor(3), cursor(5)];
  assert.deepEqual(await asked("together", answer), [{ kind: "together", positions: [at(3), at(5)] }]);
  await run("notifications.clearAll");
};

exports["the expression of a question is asked for, and the selection is proposed"] = async () => {
  await openText(TWO);
  const editor = vscode.window.activeTextEditor;
  editor.selection = new vscode.Selection(4, 9, 4, 15);
  const questions = asked("invariantHere", { verdict: "yes", text: "Yes." });
  // The box appears at no predictable moment.
  const accepting = setInterval(() => run("workbench.action.acceptSelectedQuickOpenItem"), 200);
  try {
    const position = { line: 4, character: 15 };
    // While it is typed, the server says whether it is an expression.
    const answered = (await questions).filter(({ kind }) => kind !== "expression");
    assert.deepEqual(answered, [{ kind: "invariant", expression: "a | !a", position }]);
  } finally {
    clearInterval(accepting);
  }
  await run("notifications.clearAll");
};

exports["the server answers, with a trace if there is one"] = async () => {
  const uri = await open("broken-mutex.bp");
  await lenses(uri, /^violated/);
  const editor = vscode.window.activeTextEditor;
  const { start } = find(editor.document, "inside := T;");
  editor.selection = new vscode.Selection(start, start);
  const together = await run("boolprog.ask", "together");
  assert.equal(together.verdict, "yes");
  assert.equal(together.trace.property.kind, "point");
  const needed = await run("boolprog.ask", "threadsHere");
  assert.deepEqual([needed.verdict, needed.trace], ["yes", undefined]);
  await run("notifications.clearAll");
};

exports["a server that does not know a question is said to be too old"] = async () => {
  const { uri } = await openText(TWO);
  const { connection } = client;
  const send = connection.sendRequest;
  connection.sendRequest = (_method, ...rest) => send.call(connection, "boolprog/unheardOf", ...rest);
  try {
    await assert.rejects(client.answer(uri, { kind: "threads" }), /too old/);
    await assert.rejects(client.graph(uri), /too old/);
  } finally {
    connection.sendRequest = send;
  }
};

exports["the thread-state graph has an editor of its own, one for each program"] = async () => {
  const properties = [];
  const graph = async (_uri, asked) => {
    properties.push(asked.property);
    return { caption: ["nothing"], shapes: [], arrows: [], dot: "digraph {}" };
  };
  const uri = await open("broken-mutex.bp");
  await lenses(uri, /^violated/);
  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ label }) => label === "Graph of broken-mutex.bp");
  await withClient({ graph }, async () => {
    await run("boolprog.showGraph");
    await vscode.window.showTextDocument(uri);
    await run("boolprog.showGraph");
  });
  assert.deepEqual(properties, ["assert-1", "assert-1"]);
  const [tab, ...others] = await eventually("the graph", () => tabs().length > 0 && tabs());
  assert.equal(others.length, 0);
  await vscode.window.tabGroups.close(tab);
};

exports["the proof is saved as a theorem"] = async () => {
  const theorems = async () => ({ text: "Theorem.", message: "Theorems about assert-1." });
  await open("spin-lock.bp");
  const file = vscode.Uri.file(path.join(os.tmpdir(), `theorem_${process.pid}.v`));
  await withClient({ theorems }, () => run("boolprog.saveTheorems", file.toString()));
  assert.equal((await vscode.workspace.fs.readFile(file)).toString(), "Theorem.");
  await vscode.workspace.fs.delete(file);
};

exports["all commands are registered"] = async () => {
  const { packageJSON } = vscode.extensions.getExtension("boolprog.boolprog");
  const { commands } = packageJSON.contributes;
  const registered = new Set(await vscode.commands.getCommands(true));
  for (const { command } of commands) {
    assert.ok(registered.has(command), `${command} is registered`);
  }
};
