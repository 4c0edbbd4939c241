// What the tests ask of the editor.

const vscode = require("vscode");

const PATIENCE_MS = 30_000;

/** Tries until `check` gives something truthy, and gives that. */
exports.eventually = async (what, check) => {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await check();
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`timeout: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Opens a file of the folder. */
exports.open = async (name) => {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  return uri;
};

/** Opens a text that is in no file. */
exports.openText = async (content) => {
  const document = await vscode.workspace.openTextDocument({ language: "boolprog", content });
  await vscode.window.showTextDocument(document);
  return document;
};

/** Where a text occurs first. */
exports.find = (document, text) => {
  const offset = document.getText().indexOf(text);
  if (offset === -1) {
    throw new Error(`the document has no ${JSON.stringify(text)}`);
  }
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
};

/** Where a range is, counted from 1 as the editor shows it, and what stands there. */
exports.place = (document, range) => `${range.start.line + 1}:${range.start.character + 1} ${document.getText(range)}`;

/** What the editor gets when it asks for a feature by one of its own commands. */
exports.ask = (command, ...parameters) => vscode.commands.executeCommand(`vscode.${command}`, ...parameters);

/** Closes all editors, unsaved ones too. The next text in no file has the name of the last one, so that one has to be gone. */
exports.closeAll = async () => {
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  const isOpen = () => vscode.workspace.textDocuments.some((document) => document.isUntitled);
  await exports.eventually("the end of texts in no file", () => !isOpen());
};

/** A title without the icon of its verdict. */
exports.withoutIcon = (title) => title.replace(/^\$\([a-z-]+\)\s/, "");

/** Waits until a lens has a title that matches after its icon, and gives all lenses. */
exports.lenses = (uri, pattern) =>
  exports.eventually(`a lens with ${pattern}`, async () => {
    const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri, 100);
    return lenses.some((lens) => pattern.test(exports.withoutIcon(lens.command?.title ?? ""))) ? lenses : undefined;
  });

/** Changes settings while something runs. */
exports.withSettings = async (values, run) => {
  const settings = () => vscode.workspace.getConfiguration("boolprog");
  for (const [key, value] of Object.entries(values)) {
    await settings().update(key, value, vscode.ConfigurationTarget.Workspace);
  }
  try {
    return await run();
  } finally {
    for (const key of Object.keys(values)) {
      await settings().update(key, undefined, vscode.ConfigurationTarget.Workspace);
    }
  }
};
