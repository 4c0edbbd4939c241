// Tasks that check programs in a terminal; their findings are those of programs that are not open.

import * as vscode from "vscode";
import { isBlueprintName } from "./blueprint";
import type { Client } from "./client";
import { LANGUAGE } from "./language";

const MATCHER = "$boolprog";
const PROGRAMS = "**/*.{bp,ip}";

/** The entry in a tasks.json. */
interface Definition extends vscode.TaskDefinition {
  /** The program to check; without it, all of the workspace. */
  program?: string;
}

/** Offers `check current file` and, for each folder, `check workspace`; completes what tasks.json says. */
export function registerTasks(client: Client): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(LANGUAGE, {
    provideTasks: () => {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor replaces this one itself
      const current: Definition = { type: LANGUAGE, program: "${file}" };
      const everything: Definition = { type: LANGUAGE };
      const folders = vscode.workspace.workspaceFolders ?? [];
      return Promise.all([
        task(client, current, "check current file"),
        ...folders.map((folder) => task(client, everything, "check workspace", folder)),
      ]);
    },
    resolveTask: ({ definition, name, scope }) => task(client, definition as Definition, name, scope),
  });
}

async function task(
  client: Client,
  definition: Definition,
  name: string,
  scope: vscode.WorkspaceFolder | vscode.TaskScope = vscode.TaskScope.Workspace,
): Promise<vscode.Task> {
  const { command, env } = await client.findServer();
  const programs = definition.program === undefined ? await allPrograms(scope) : [definition.program];
  const execution = new vscode.ProcessExecution(command, ["check", "--format", "short", "--", ...programs], { env });
  const result = new vscode.Task(definition, scope, name, LANGUAGE, execution, MATCHER);
  result.group = vscode.TaskGroup.Build;
  result.detail = "boolprog check";
  return result;
}

/** The programs of a folder, named from there, where the task runs; else those of all folders, by their whole paths. */
async function allPrograms(scope: vscode.WorkspaceFolder | vscode.TaskScope): Promise<string[]> {
  const folder = typeof scope === "object" ? scope : undefined;
  const found = await vscode.workspace.findFiles(folder ? new vscode.RelativePattern(folder, PROGRAMS) : PROGRAMS);
  const files = found.filter((file) => !isBlueprintName(file));
  return files.map((file) => (folder ? vscode.workspace.asRelativePath(file, false) : file.fsPath)).sort();
}
