// Runs the scenarios against a packed extension: node run.mjs --vsix FILE [--only NAME] [--usual] [--picture FILE]
//
// `--usual` leaves out the scenarios that export `seldom`. Every scenario has a page and a folder of programs to itself. Pictures
// stay in artefacts/browser/.

import { cp, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { openBrowser } from "./lib/browser.mjs";
import { CodeServer } from "./lib/code-server.mjs";
import { Workbench } from "./lib/workbench.mjs";

const HERE = import.meta.dirname;
const ARTEFACTS = path.join(HERE, "artefacts", "browser");
const EXAMPLES = path.join(HERE, "..", "..", "examples");

/** Scenarios at a time: each waits most of its time, for what is shown in its own page. */
const AT_A_TIME = 2;

const { values: options } = parseArgs({
  options: {
    vsix: { type: "string" },
    only: { type: "string" },
    usual: { type: "boolean" },
    picture: { type: "string" },
  },
});
if (options.vsix === undefined) {
  console.error("usage: node run.mjs --vsix FILE [--only NAME] [--usual] [--picture FILE]");
  process.exit(64);
}

await rm(ARTEFACTS, { recursive: true, force: true });
await mkdir(ARTEFACTS, { recursive: true });
const server = await CodeServer.start(path.join(ARTEFACTS, "home"), path.resolve(options.vsix));
const browser = await openBrowser();
const failed = [];
/** The names of those that fail whenever they run. */
let lost = [];
let judged = 0;
try {
  const found = await scenarios(options.only);
  const wanted = found.filter((scenario) => !(options.usual && scenario.seldom));
  judged = wanted.length;
  const alone = wanted.filter((scenario) => scenario.alone);
  const together = wanted.filter((scenario) => !scenario.alone);
  const workers = Array.from({ length: AT_A_TIME }, () => judgeAll(together));
  await Promise.all(workers);
  await judgeAll(alone);
  lost = await judgeAgain(failed);
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${judged - lost.length} passed, ${lost.length} failed${lost.length > 0 ? `: ${lost.join(", ")}` : ""}`);
process.exitCode = lost.length > 0 || judged === 0 ? 1 : 0;

/** Takes one scenario after the other from a list. */
async function judgeAll(waiting) {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await judge(next);
  }
}

/** Runs a scenario, and says how it ended. One that fails runs again with nothing beside it: a busy machine loses gestures. */
async function judge(scenario) {
  const error = await timed(scenario, scenario.name, "failed");
  if (error) {
    failed.push(scenario);
  }
}

/** The names of those that failed, and fail again, twice. */
async function judgeAgain(scenarios) {
  const names = [];
  for (const scenario of scenarios) {
    const again = await timed(scenario, `${scenario.name}-again`, "failed");
    if (again && (await timed(scenario, `${scenario.name}-last`, "FAILED"))) {
      names.push(scenario.name);
      console.log(indented(`--- the extension's log\n${await server.extensionLog()}`));
    }
  }
  return names;
}

/** Runs a scenario in a folder, and says how long it took, and why it failed; gives the error if it did. */
async function timed(scenario, folderName, failure) {
  const started = Date.now();
  const error = await attempt(scenario, folderName);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${error ? failure : "passed"} ${folderName} (${seconds} s)`);
  if (error) {
    console.log(indented(String(error.stack ?? error)));
  }
  return error;
}

/** The modules of the scenarios with this in their names, with their names; one that says so is `alone` with the server. */
async function scenarios(only = "") {
  const files = (await readdir(path.join(HERE, "scenarios"))).filter((file) => file.endsWith(".mjs")).sort();
  const names = files.map((file) => path.basename(file, ".mjs")).filter((name) => name.includes(only));
  return Promise.all(names.map(async (name) => ({ name, ...(await import(`./scenarios/${name}.mjs`)) })));
}

/** Runs one scenario in a new folder of this name; gives the error if it fails. */
async function attempt({ name, prepare, run }, folderName) {
  const folder = path.join(ARTEFACTS, "folders", folderName);
  await cp(EXAMPLES, folder, { recursive: true });
  await prepare?.(folder);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const workbench = new Workbench(await context.newPage(), (picture) => path.join(ARTEFACTS, `${name}-${picture}.png`));
  try {
    await workbench.open(server.address, folder);
    await run(workbench, { folder, picture: options.picture });
    return undefined;
  } catch (error) {
    await workbench.picture("failed").catch(() => undefined);
    return error;
  } finally {
    await context.close();
  }
}

function indented(text) {
  return text.replaceAll(/^/gm, "    ");
}
