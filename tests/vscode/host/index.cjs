// Runs in the extension host: all tests of the folder beside it, one after the other.

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { closeAll } = require("./editor.cjs");

const print = (text) => console.log(`>>> ${text}`);

/** The tests of all files whose titles hold the text: title and function. */
function tests(wanted) {
  const folder = path.join(__dirname, "tests");
  return fs
    .readdirSync(folder)
    .sort()
    .flatMap((file) =>
      Object.entries(require(path.join(folder, file))).map(([name, test]) => ({
        title: `${path.basename(file, ".cjs")}: ${name}`,
        test,
      })),
    )
    .filter(({ title }) => title.includes(wanted));
}

exports.run = async () => {
  // Its server answers from now on.
  await vscode.extensions.getExtension("boolprog.boolprog").activate();
  const failed = [];
  let passed = 0;
  for (const { title, test } of tests(process.env.BOOLPROG_ONLY ?? "")) {
    try {
      await test();
      passed += 1;
      print(`passed ${title}`);
    } catch (error) {
      failed.push(title);
      print(`FAILED ${title}\n${error.stack}`);
    } finally {
      // The next test begins without what a failed one has left.
      await vscode.debug.stopDebugging();
      await closeAll();
    }
  }
  print(`${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(", ")}` : ""}`);
  if (failed.length > 0 || passed === 0) {
    throw new Error("tests failed");
  }
};
