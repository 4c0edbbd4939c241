// SARIF is read by Microsoft's validator: the schema, and rules about what makes a log useful.

import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const run = promisify(execFile);

/** The complaints about these logs. */
export async function checkSarif(files) {
  const platform = { linux: "linux", darwin: "darwin", win32: "win32" }[process.platform];
  const folder = path.dirname(require.resolve(`@microsoft/sarif-multitool-${platform}/package.json`));
  const validator = path.join(folder, process.platform === "win32" ? "Sarif.Multitool.exe" : "Sarif.Multitool");
  // Its own install script would do this, but such scripts do not run everywhere.
  await chmod(validator, 0o755);
  const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
  const { stdout } = await run(validator, ["validate", ...files], { env, maxBuffer: 1 << 26 }).catch((error) => error);
  const complaints = stdout.split("\n").filter((line) => /: (error|warning|fail)/i.test(line));
  const done = stdout.includes(`${files.length} files scanned`) && stdout.includes("completed successfully");
  return done ? complaints : [...complaints, `the validator did not finish: ${stdout}`];
}
