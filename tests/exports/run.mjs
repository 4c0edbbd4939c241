// Opens exported files with the tools that they are for: node run.mjs FOLDER
//
// Files end in .sarif, .mermaid, .plantuml, .dot, .svg and .html. Pictures of what a person sees stay in artefacts/.

import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { openBrowser } from "../vscode/lib/browser.mjs";
import { checkGraphviz } from "./lib/graphviz.mjs";
import { checkMermaid } from "./lib/mermaid.mjs";
import { checkPage } from "./lib/page.mjs";
import { checkPicture } from "./lib/picture.mjs";
import { checkPlantUml } from "./lib/plantuml.mjs";
import { checkSarif } from "./lib/sarif.mjs";

/** Files in the browser at a time: each waits half of its time for what is drawn. */
const AT_A_TIME = 4;

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node run.mjs FOLDER");
  process.exit(64);
}
const artefacts = path.join(import.meta.dirname, "artefacts");
await rm(artefacts, { recursive: true, force: true });
await mkdir(artefacts);
const files = (await readdir(folder)).sort();
const of = (format) =>
  files.filter((file) => path.extname(file) === `.${format}`).map((file) => path.join(folder, file));

const problems = [
  ...(await checkSarif(of("sarif"))),
  ...(await checkPlantUml(of("plantuml"))),
  ...(await checkGraphviz(of("dot"))),
];
const browser = await openBrowser();
try {
  const checks = [
    ["mermaid", checkMermaid],
    ["svg", checkPicture],
    ["html", checkPage],
  ];
  const waiting = checks.flatMap(([format, check]) => of(format).map((file) => ({ file, check })));
  await Promise.all(Array.from({ length: AT_A_TIME }, () => checkAll(browser, waiting)));
} finally {
  await browser.close();
}
for (const problem of problems) {
  console.error(problem);
}
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;

/** Checks one file after the other from a list. */
async function checkAll(browser, waiting) {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { file, check } = next;
    const text = await readFile(file, "utf8");
    const picture = path.join(artefacts, path.basename(file));
    const found = await check({ browser, file, text, picture });
    problems.push(...found.map((problem) => `${path.basename(file)}: ${problem}`));
  }
}
