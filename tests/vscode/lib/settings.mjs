// Settings of a folder, before it is opened or while it is open.

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes the settings of a folder; those it had are gone. */
export async function writeSettings(folder, settings) {
  await mkdir(path.join(folder, ".vscode"), { recursive: true });
  await writeFile(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
}
