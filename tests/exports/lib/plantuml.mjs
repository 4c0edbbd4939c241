// PlantUML checks its diagrams where it is installed; it needs Java, which is much for a test.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The complaints about these diagrams. */
export async function checkPlantUml(files) {
  try {
    await run("plantuml", ["-headless", "-checkonly", ...files]);
    return [];
  } catch (error) {
    if (error.code === "ENOENT") {
      console.log("skipped: PlantUML is not installed");
      return [];
    }
    return [`PlantUML: ${error.stdout}${error.stderr}`];
  }
}
