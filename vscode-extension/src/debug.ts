// The debugger: the same executable as the server, started with `dap`. No launch.json is needed.

import * as vscode from "vscode";
import type { Client } from "./client";
import { activeProgram, LANGUAGE } from "./language";

/** Registers the adapter and the configurations. */
export function registerDebugger(context: vscode.ExtensionContext, client: Client): void {
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(LANGUAGE, new Adapter(client)),
    vscode.debug.registerDebugConfigurationProvider(LANGUAGE, new Completed()),
    vscode.debug.registerDebugConfigurationProvider(LANGUAGE, new Offered(), Dynamic),
  );
}

class Adapter implements vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly client: Client) {}

  async createDebugAdapterDescriptor(): Promise<vscode.DebugAdapterDescriptor> {
    const { command, env } = await this.client.findServer();
    return new vscode.DebugAdapterExecutable(command, ["dap"], { env });
  }
}

/** What Run and Debug offers while a program is in the active editor. */
class Offered implements vscode.DebugConfigurationProvider {
  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    const document = activeProgram()?.document;
    return document === undefined ? [] : [configurationFor(document)];
  }
}

/** Completes what the user left out; without a launch.json that is everything. */
class Completed implements vscode.DebugConfigurationProvider {
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

  resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration.program || configuration.trace || configuration.traceDocument) {
      return configuration;
    }
    void vscode.window.showErrorMessage('The debug configuration lacks "program", the path of a Boolean program.');
    return undefined;
  }
}

function configurationFor(document: vscode.TextDocument): vscode.DebugConfiguration {
  const name = `Replay ${document.uri.path.split("/").at(-1)}`;
  return { type: LANGUAGE, request: "launch", name, program: document.uri.fsPath, internalConsoleOptions: "neverOpen" };
}
