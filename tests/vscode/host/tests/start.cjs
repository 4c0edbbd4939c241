// What there is for a start: examples, tasks, the walkthrough.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { eventually, lenses } = require("../editor.cjs");

const extension = () => vscode.extensions.getExtension("boolprog.boolprog");

exports["an example is a new document that is checked"] = async () => {
  for (const [name, language] of [
    ["broken-mutex.bp", "boolprog"],
    ["references-broken.ip", "boolprog-integer"],
    ["spin-lock-broken.c", "c"],
  ]) {
    await vscode.commands.executeCommand("boolprog.newExample", name);
    const { document } = vscode.window.activeTextEditor;
    assert.deepEqual([document.isUntitled, document.languageId], [true, language]);
    if (language === "c") {
      await vscode.commands.executeCommand("boolprog.checkC");
    }
    await lenses(document.uri, /violated - needs \d/);
  }
};

exports["tasks check one program or all, and their findings are problems of programs that are not open"] = async () => {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "closed.bp");
  fs.writeFileSync(uri.fsPath, "decl x := F;\nvoid main() begin\n  assert x;\nend\n");
  try {
    const tasks = await vscode.tasks.fetchTasks({ type: "boolprog" });
    assert.deepEqual(tasks.map(({ name }) => name).sort(), ["check current file", "check workspace"]);
    const all = tasks.find(({ name }) => name === "check workspace");
    const ended = new Promise((resolve) => vscode.tasks.onDidEndTaskProcess(resolve));
    await vscode.tasks.executeTask(all);
    assert.equal((await ended).exitCode, 1);
    const problem = await eventually("the problem", () =>
      vscode.languages.getDiagnostics(uri).find(({ source }) => source === "boolprog check"),
    );
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(problem.message, "assert x - violated, needs 1 thread, 1 step");
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [2, 2]);
  } finally {
    fs.rmSync(uri.fsPath);
  }
};

exports["the walkthrough names commands and pictures that exist"] = async () => {
  const commands = new Set(await vscode.commands.getCommands());
  const [walkthrough] = extension().packageJSON.contributes.walkthroughs;
  for (const { description, media } of walkthrough.steps) {
    assert.ok(fs.existsSync(path.join(extension().extensionPath, media.svg)), media.svg);
    for (const [, command] of description.matchAll(/\(command:([\w.]+)/g)) {
      assert.ok(commands.has(command), command);
    }
  }
};
