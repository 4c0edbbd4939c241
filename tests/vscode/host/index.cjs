// Runs in the extension host: all tests of the folder beside it, one after the other.

const fs = require("node:fs");
const path = require("node:path");

const print = (text) => console.log(`>>> ${text}`);

exports.run = async () => {
  const folder = path.join(__dirname, "tests");
  const failed = [];
  let passed = 0;
  for (const file of fs.readdirSync(folder).sort()) {
    for (const [name, test] of Object.entries(require(path.join(folder, file)))) {
      const title = `${path.basename(file, ".cjs")}: ${name}`;
      try {
        await test();
        passed += 1;
        print(`passed ${title}`);
      } catch (error) {
        failed.push(title);
        print(`FAILED ${title}\n${error.stack}`);
      }
    }
  }
  print(`${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(", ")}` : ""}`);
  if (failed.length > 0 || passed === 0) {
    throw new Error("tests failed");
  }
};
