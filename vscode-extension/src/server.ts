// Which executable is the server: the one named in the settings, else the one that comes with the extension.

import { access, chmod, constants, stat } from "node:fs/promises";
import * as path from "node:path";
import type * as vscode from "vscode";
import { settings } from "./language";

/** An executable and what it is started with. */
export interface Server {
  command: string;
  env: Record<string, string>;
}

/** Finds the server. The error of a server that cannot be found or started is a sentence for people. */
export async function findServer(context: vscode.ExtensionContext): Promise<Server> {
  const env = settings().get<Record<string, string>>("server.extraEnv", {});
  const configured = settings().get<string>("server.path", "").trim();
  if (configured !== "") {
    if (!(await isExecutable(configured))) {
      throw new Error(`The setting boolprog.server.path names ${configured}, which is not an executable file.`);
    }
    return { command: configured, env };
  }
  const bundled = path.join(context.extensionPath, "bin", process.platform === "win32" ? "boolprog.exe" : "boolprog");
  await restoreExecutableBit(bundled);
  if (!(await isExecutable(bundled))) {
    throw new Error(
      `This build of the extension comes without a server for ${process.platform}-${process.arch}. ` +
        "Build boolprog and name it in the setting boolprog.server.path.",
    );
  }
  return { command: bundled, env };
}

/** A folder can be searched, which is the same permission. */
async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Some ways to unpack an extension lose the bit. A file that is missing is reported by the caller. */
async function restoreExecutableBit(file: string): Promise<void> {
  if (process.platform !== "win32" && !(await isExecutable(file))) {
    await chmod(file, 0o755).catch(() => undefined);
  }
}
