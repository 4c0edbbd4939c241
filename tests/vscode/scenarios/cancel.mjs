// An edit while a check runs ends that run and starts another; so does the command, without another.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { becomesIdle, isBusy, languageServers } from "../lib/processes.mjs";
import { writeSettings } from "../lib/settings.mjs";
import slow from "../slow.cjs";

/** No one waits so long: a run that ends in this scenario was cancelled. */
const SECONDS = 1200;

/** It looks for the newest server of the machine. */
export const alone = true;

export async function prepare(folder) {
  await writeSettings(folder, { "boolprog.limits.time.onType": SECONDS, "boolprog.limits.memory": 16384 });
  await writeFile(path.join(folder, "slow.bp"), slow.SLOW);
}

export async function run(workbench) {
  const editor = await workbench.openFile("slow.bp");
  await workbench.lens(editor, "checking").waitFor();
  const server = (await languageServers()).at(-1);
  await isBusy(server);
  await workbench.picture("checking");

  await workbench.replaceLine(editor, "assert", "assert T;");
  await workbench.lens(editor, "holds for any number of threads").waitFor();
  await becomesIdle(server);

  await workbench.command("File: Revert File");
  await workbench.lens(editor, "checking").waitFor();
  await isBusy(server);
  await workbench.command("boolprog: Cancel Check");
  await workbench.lens(editor, "checking").waitFor({ state: "detached" });
  await becomesIdle(server);
  await workbench.picture("cancelled");
}
