// Graphs: Graphviz lays them out, and finds as many nodes and edges as are written.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** What is wrong with files in the DOT language. */
export async function checkGraphviz(files) {
  const problems = await Promise.all(files.map(check));
  return problems.flat();
}

async function check(file) {
  const named = (problem) => `${path.basename(file)}: ${problem}`;
  const text = await readFile(file, "utf8");
  const count = (pattern) => text.match(pattern)?.length ?? 0;
  try {
    const { stdout, stderr } = await promisify(execFile)("dot", ["-Tjson", file], { maxBuffer: 1 << 28 });
    const graph = JSON.parse(stdout);
    const wanted = [count(/^ {2}n\d+ \[/gm), count(/^ {2}n\d+ -> /gm)];
    const found = [graph.objects?.length ?? 0, graph.edges?.length ?? 0];
    const problems = stderr === "" ? [] : [named(stderr)];
    return `${found}` === `${wanted}` ? problems : [...problems, named(`${found} and not ${wanted} nodes and edges`)];
  } catch (error) {
    return [named(`Graphviz does not open it: ${error.message}`)];
  }
}
