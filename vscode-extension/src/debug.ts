// The debugger: the same executable as the server, started with `dap`. No launch.json is needed.

import * as vscode from "vscode";
import type { Client } from "./client";
import { message } from "./client";
import { activeProgram, LANGUAGE, programPath, programUri } from "./language";
import { EXPLORER, recorded, violations } from "./replay";

/** Registers the adapter and the configurations. */
export function registerDebugger(context: vscode.ExtensionContext, client: Client): void {
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(LANGUAGE, new Adapter(client)),
    vscode.debug.registerDebugConfigurationProvider(LANGUAGE, new Completed(client)),
    vscode.debug.registerDebugConfigurationProvider(LANGUAGE, new Offered(), Dynamic),
    vscode.debug.onDidStartDebugSession((session) => void showThreads(session)),
    vscode.debug.onDidTerminateDebugSession((session) => void leaveThreads(session)),
  );
}

/**
 * Shows the call stack and the variables of a replay from its first stop on. By itself the editor opens the view only
 * at breakpoints. The setting `debug.openDebug` can forbid it.
 */
async function showThreads({ type }: vscode.DebugSession): Promise<void> {
  if (type === LANGUAGE) {
    await showView("workbench.view.debug");
  }
}

/** Shows the view again from which a replay was started, unless that was Run and Debug itself, or another session goes on. */
async function leaveThreads({ id, type, configuration }: vscode.DebugSession): Promise<void> {
  const other = vscode.debug.activeDebugSession;
  if (type === LANGUAGE && configuration.returnTo !== undefined && (other === undefined || other.id === id)) {
    await showView(configuration.returnTo);
  }
}

async function showView(view: string): Promise<void> {
  const wanted = vscode.workspace.getConfiguration("debug").get<string>("openDebug");
  if (wanted !== "neverOpen") {
    await vscode.commands.executeCommand(view);
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }
}

class Adapter implements vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly client: Client) {}

  async createDebugAdapterDescriptor(): Promise<vscode.DebugAdapterDescriptor> {
    const { command, env } = await this.client.findServer();
    return new vscode.DebugAdapterExecutable(command, ["dap"], { env });
  }
}

/** The offers of Run and Debug while a program is in the active editor. */
class Offered implements vscode.DebugConfigurationProvider {
  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    const document = activeProgram()?.document;
    return document === undefined ? [] : [configurationFor(document)];
  }
}

/** Completes what the user left out; without a launch.json that is everything. */
class Completed implements vscode.DebugConfigurationProvider {
  constructor(private readonly client: Client) {}

  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    const name = "Replay a counterexample";
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor replaces this one itself
    return [{ type: LANGUAGE, request: "launch", name, program: "${file}" }];
  }

  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration.type) {
      return configuration;
    }
    const document = activeProgram()?.document;
    if (document === undefined) {
      void vscode.window.showErrorMessage("Open a Boolean program to replay a counterexample.");
      return undefined;
    }
    return configurationFor(document);
  }

  async resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    try {
      return await this.withTrace(configuration);
    } catch (error) {
      void vscode.window.showErrorMessage(message(error));
      return undefined;
    }
  }

  /** The debug adapter cannot read a program that is in no file: it is given what the server has found. */
  private async withTrace(configuration: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration> {
    const { program, property, trace, traceDocument } = configuration;
    if (trace || traceDocument) {
      return configuration;
    }
    if (typeof program !== "string" || program === "") {
      throw new Error('The debug configuration lacks "program", the path of a Boolean program.');
    }
    const uri = programUri(program);
    if (uri.scheme === "file") {
      return configuration;
    }
    const violated = violations(uri).find(({ data }) => property === undefined || data.property === property);
    const found = violated && (await this.client.trace(uri.toString(), violated.data.property));
    if (found === undefined) {
      throw new Error("There is no counterexample: no property of this program is known to be violated.");
    }
    return { ...configuration, ...recorded(uri, found) };
  }
}

function configurationFor(document: vscode.TextDocument): vscode.DebugConfiguration {
  const name = `Replay ${document.uri.path.split("/").at(-1)}`;
  return {
    type: LANGUAGE,
    request: "launch",
    name,
    program: programPath(document.uri),
    internalConsoleOptions: "neverOpen",
    returnTo: EXPLORER,
  };
}
