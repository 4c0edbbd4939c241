// Runs the tests in host/ inside the extension host of a real VS Code: node run-host.mjs --extension FOLDER [--only TEXT]
//
// There they have the whole API of VS Code, and see what the editor asks and what the extension answers.

import { cp, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { keepLocal, openBrowser } from "./lib/browser.mjs";
import { Child } from "./lib/child.mjs";
import { pause } from "./lib/eventually.mjs";
import { environment, freePort, innerServer } from "./lib/install.mjs";

/** All tests together take a fraction of this. */
const PATIENCE_MS = 900_000;

const HERE = import.meta.dirname;
const HOME = path.join(HERE, "artefacts", "host");

const { values: options } = parseArgs({ options: { extension: { type: "string" }, only: { type: "string" } } });
if (options.extension === undefined) {
  console.error("usage: node run-host.mjs --extension FOLDER [--only TEXT]");
  process.exit(64);
}

await rm(HOME, { recursive: true, force: true });
await mkdir(HOME, { recursive: true });
const folder = path.join(HOME, "folder");
await cp(path.join(HERE, "..", "..", "examples"), folder, { recursive: true });
const authority = `127.0.0.1:${await freePort()}`;
const server = await startServer();
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  await keepLocal(page);
  process.exitCode = await runTests(page);
} finally {
  await browser.close();
  await server.stop();
}
// The timer that lost the race with the tests would keep Node waiting.
process.exit();

function startServer() {
  const [host, port] = authority.split(":");
  const parameters = [
    innerServer(),
    ...["--host", host, "--port", port],
    ...["--user-data-dir", path.join(HOME, "user"), "--extensions-dir", path.join(HOME, "extensions")],
    ...["--telemetry-level", "off"],
    "--without-connection-token",
    "--accept-server-license-terms",
    "--disable-workspace-trust",
    // Without it, a built server does not run tests.
    "--enable-smoke-test-driver",
  ];
  const log = path.join(HOME, "server.log");
  const env = { ...environment(), BOOLPROG_ONLY: options.only ?? "" };
  return Child.start("node", parameters, { env, log, address: `http://${authority}/version` });
}

/** Opens the window, which runs the tests and calls back with what they print and the exit code. */
async function runTests(page) {
  const ended = new Promise((resolve) => page.exposeFunction("codeAutomationExit", resolve));
  await page.exposeFunction("codeAutomationLog", (_type, [text, ...values]) => {
    if (typeof text === "string" && text.startsWith(">>> ")) {
      console.log([text.slice(4), ...values].join(" "));
    }
  });
  const remote = (file) => `vscode-remote://${authority}${path.resolve(file)}`;
  const payload = [
    ["extensionDevelopmentPath", remote(options.extension)],
    ["extensionTestsPath", remote(path.join(HERE, "host", "index.cjs"))],
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  await page.goto(`http://${authority}/?${query}`);
  const code = await Promise.race([ended, pause(PATIENCE_MS)]);
  if (code !== 0) {
    await page.screenshot({ path: path.join(HOME, "failed.png") });
    console.log(code === undefined ? `no end after ${PATIENCE_MS / 1000} s` : `the tests ended with ${code}`);
  }
  return code === 0 ? 0 : 1;
}
