// Tasks that check programs in a terminal; their findings are those of programs that are not open.

import * as vscode from "vscode";
import type { Client } from "./client";
import { LANGUAGE } from "./language";

const MATCHER = "$boolprog";
const PROGRAMS = "**/*.bp";

/** What stands in a tasks.json. */
interface Definition extends vscode.TaskDefinition {
  /** The program to check; without it, all of the workspace. */
  program?: string;
}

/** Offers `check current file` and `check workspace`, and completes what tasks.json says. */
export function registerTasks(client: Client): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(LANGUAGE, {
    provideTasks: () => {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor replaces this one itself
      const current: Definition = { type: LANGUAGE, program: "${file}" };
      const everything: Definition = { type: LANGUAGE };
      return Promise.all([
        task(client, current, "check current file"),
        ...(vscode.workspace.workspaceFolders === undefined ? [] : [task(client, everything, "check workspace")]),
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
  const programs = definition.program === undefined ? await allPrograms() : [definition.program];
  const execution = new vscode.ProcessExecution(command, ["check", "--format", "short", "--", ...programs], { env });
  const result = new vscode.Task(definition, scope, name, LANGUAGE, execution, MATCHER);
  result.group = vscode.TaskGroup.Build;
  result.detail = "boolprog check";
  return result;
}

async function allPrograms(): Promise<string[]> {
  const files = await vscode.workspace.findFiles(PROGRAMS);
  return files.map((file) => vscode.workspace.asRelativePath(file, false)).sort();
}
