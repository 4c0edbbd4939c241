// What the editor is told about an open program.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { eventually, lenses, open, withSettings } = require("../editor.cjs");

const violations = (uri) =>
  vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);

exports["a violation comes with its counterexample"] = async () => {
  const uri = await open("broken-mutex.bp");
  const [violation] = await eventually("a diagnostic", () => violations(uri).length > 0 && violations(uri));
  assert.equal(violation.range.start.line, 16);
  assert.match(violation.message, /violated.*2 threads/);
  assert.ok(violation.relatedInformation.length > 2);
  assert.ok(violation.relatedInformation.every(({ location }) => location.uri.toString() === uri.toString()));
};

exports["lenses say the verdict and offer the replay"] = async () => {
  const uri = await open("broken-mutex.bp");
  const commands = (await lenses(uri, /^violated/)).map(({ command }) => command);
  const replay = commands.find(({ command }) => command === "boolprog.replay");
  assert.equal(replay.title, "Replay counterexample");
  assert.deepEqual(replay.arguments, [uri.toString(), "assert-1"]);
};

exports["a lens gives more time to what was not decided"] = async () => {
  // Nothing is known of the program from another test.
  await withSettings({ "limits.time.onType": 1e-6, "cache.enabled": false }, async () => {
    const uri = await open("worker-pool-leak.bp");
    const commands = (await lenses(uri, /^unknown: time limit/)).map(({ command }) => command);
    const retries = commands.filter(({ title }) => title.startsWith("Retry"));
    assert.deepEqual(
      retries.map(({ title }) => title),
      ["Retry with 60 s"],
    );
    await vscode.commands.executeCommand(retries[0].command, ...retries[0].arguments);
    await lenses(uri, /^violated - needs 3 threads/);
  });
};

exports["a hover says how a statement is reached"] = async () => {
  const uri = await open("broken-mutex.bp");
  await lenses(uri, /^violated/);
  const position = new vscode.Position(17, "      inside ".length);
  const [hover] = await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, position);
  assert.match(hover.contents.map(({ value }) => value).join("\n"), /thread state/);
};

/** The links of the hover over `inside := T` in broken-mutex.bp, by title: command and argument. */
async function hoverLinks() {
  const uri = await open("broken-mutex.bp");
  await lenses(uri, /^violated/);
  const position = new vscode.Position(17, "      inside ".length);
  const [hover] = await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, position);
  const [content] = hover.contents;
  const links = [...content.value.matchAll(/\[([^\]]+)\]\(command:([\w.]+)\?([^)]+)\)/g)];
  for (const [, , command] of links) {
    assert.ok(content.isTrusted.enabledCommands.includes(command), `${command} may not be run from a hover`);
  }
  return new Map(
    links.map(([, title, command, query]) => [
      title,
      () => vscode.commands.executeCommand(command, ...JSON.parse(decodeURIComponent(query))),
    ]),
  );
}

exports["the links of a hover show and copy the states"] = async () => {
  const links = await hoverLinks();
  assert.deepEqual([...links.keys()], ["Show trace to here", "All states", "Copy as formula"]);
  await links.get("Copy as formula")();
  assert.equal(await vscode.env.clipboard.readText(), "T");
  await links.get("All states")();
  const shown = await eventually("the states", () =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "boolprog-states"),
  );
  assert.match(shown.getText(), /^Line 18: inside := T\nReachable by some thread/);
};

exports["an unsaved file is checked too"] = async () => {
  const content = "decl x := F;\n\nvoid main() begin\n  assert x;\nend\n";
  const document = await vscode.workspace.openTextDocument({ language: "boolprog", content });
  await vscode.window.showTextDocument(document);
  await lenses(document.uri, /^violated - needs 1 thread/);
};

exports["checking by hand waits for the command"] = async () => {
  await withSettings({ "check.run": "manual" }, async () => {
    const uri = await open("worker-pool.bp");
    const titles = (await lenses(uri, /not checked|manual/i)).map(({ command }) => command.title);
    assert.ok(!titles.some((title) => /holds|checking/.test(title)), titles.join());
    await vscode.commands.executeCommand("boolprog.check");
    await lenses(uri, /^proved/);
  });
};

exports["the number of threads can be set"] = async () => {
  const uri = await open("broken-mutex.bp");
  await withSettings({ threads: "1" }, () => lenses(uri, /^proved - holds for 1 thread/));
  await lenses(uri, /^violated/);
};

exports["the command line has the settings in it"] = async () => {
  await open("ticket.bp");
  await withSettings({ threads: "*", errorLabels: ["BAD"] }, async () => {
    await vscode.commands.executeCommand("boolprog.copyCommandLine");
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^boolprog check \S+ticket\.bp --threads '\*' --error-label BAD --timeout 60 --memory 1024$/);
  });
};
