// C files, beside the tools of C.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, eventually, find, lenses, open, withoutIcon, withSettings } = require("../editor.cjs");

const { tests } = vscode.extensions.getExtension("boolprog.boolprog").exports;
const run = (command, ...parameters) => vscode.commands.executeCommand(command, ...parameters);
const diagnostics = (uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "boolprog");

const OFFER = ["Check for any number of threads", "Not in this file"];

/** The titles of the lenses of a file. */
const titles = async (uri) => {
  const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri, 100);
  return lenses.map(({ command }) => withoutIcon(command.title));
};

exports["a C file is left alone until a person asks, and its violation is shown once"] = async () => {
  const uri = await open("spin-lock-broken.c");
  assert.equal(vscode.window.activeTextEditor.document.languageId, "c");
  assert.deepEqual(await titles(uri), OFFER);
  await run("boolprog.checkC");
  await lenses(uri, /^violated - needs 3 threads/);
  const found = await eventually("the violation", () => diagnostics(uri).length > 0 && diagnostics(uri));
  assert.equal(found.length, 1);
  assert.match(found[0].message, /^Assertion violated: needs 3 threads/);
  await eventually("its test", () => tests.shown.controller.items.get(uri.toString()));
  assert.deepEqual(await ask("executeFormatDocumentProvider", uri, { tabSize: 2, insertSpaces: true }), undefined);
};

exports["the offer to check a C file is declined for a file, or in the settings"] = async () => {
  const uri = await open("once.c");
  assert.deepEqual(await titles(uri), OFFER);
  await withSettings({ "lens.check": false }, async () => assert.deepEqual(await titles(uri), []));
  await run("boolprog.hideCheckLens", uri.toString());
  assert.deepEqual(await titles(uri), []);
  assert.deepEqual(await titles(await open("spin-lock.c")), OFFER);
};

/** The race is far below `main`. */
const RACE = `#include <pthread.h>
int hits;
void *server(void *unused);
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, server, 0);
  pthread_create(&other, 0, server, 0);
}
${"\n".repeat(300)}
void *server(void *unused) {
  hits++;
  return 0;
}
`;

exports["a click on a lens that checks more brings the first violation into view"] = async () => {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, "far.c"), new TextEncoder().encode(RACE));
  const uri = await open("far.c");
  await run("boolprog.checkC");
  const { command } = (await lenses(uri, /^data races: not checked$/)).find(({ command: { title } }) =>
    /races/.test(title),
  );
  await run(command.command, ...command.arguments);
  const editor = vscode.window.activeTextEditor;
  const { start } = find(editor.document, "hits++");
  await eventually("the race", () => editor.visibleRanges.some((range) => range.contains(start)));
};

exports["a C file in the settings is checked when it is opened"] = () =>
  withSettings({ "c.check": ["*-broken.c"] }, async () => {
    const uri = await open("lost-update-broken.c");
    await lenses(uri, /^violated - needs 4 threads/);
    const document = await vscode.workspace.openTextDocument(uri);
    const [hover] = await ask("executeHoverProvider", uri, find(document, "balance > before").start);
    assert.match(hover.contents.map(({ value }) => value).join("\n"), /violated - needs 4 threads/);
  });
