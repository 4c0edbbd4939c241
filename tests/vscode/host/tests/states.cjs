// The view of states.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { eventually, find, lenses, open } = require("../editor.cjs");

const { states } = vscode.extensions.getExtension("boolprog.boolprog").exports;

exports["the view of states follows the cursor, and is empty in a file of another kind"] = async () => {
  await vscode.commands.executeCommand("boolprog.states.focus");
  await lenses(await open("spin-lock.bp"), /^proved/);
  const editor = vscode.window.activeTextEditor;
  const { start } = find(editor.document, "assert !inside");
  editor.selection = new vscode.Selection(start, start);
  const shown = await eventually("the states", () => states.content.states);
  assert.match(shown.statement, /^assert !inside/);
  await open("spin-lock.c");
  await eventually("an empty view", () => states.content.states === undefined);
};
