// The extension is a thin client: everything that it knows about programs comes from the server.

import * as vscode from "vscode";
import { followProver } from "./abstraction/prover";
import { leaveBlueprintAlone } from "./blueprint";
import { AskedC } from "./c-asked";
import { followC } from "./c-files";
import { Client } from "./client";
import { registerCommands } from "./commands";
import { registerDebugger } from "./debug";
import { LanguageStatus } from "./language-status";
import { registerMilestones } from "./milestones";
import { registerMotions } from "./motions";
import { PredicatesView } from "./predicates/view";
import { ReplayedPrograms } from "./replayed";
import { revealAfterClicks } from "./reveal";
import { StatesView } from "./states/view";
import { StatusItem } from "./status";
import { registerTasks } from "./tasks";
import { Tests } from "./testing/tests";
import { Traces } from "./trace/traces";
import { openWalkthroughOnce } from "./welcome";
import { registerWhatIf } from "./what-if";

let client: Client | undefined;

/** The interface for other extensions, and tests. */
export interface Exports {
  traces: Traces;
  tests: Tests;
  predicates: PredicatesView;
  states: StatesView;
}

export async function activate(context: vscode.ExtensionContext): Promise<Exports> {
  const status = new StatusItem();
  const replayed = new ReplayedPrograms();
  const asked = new AskedC(context.workspaceState);
  client = new Client(context, status, replayed, asked);
  const traces = new Traces(context, client);
  const tests = new Tests(client, traces);
  const predicates = new PredicatesView(client);
  const states = new StatesView(context.extensionUri, client);
  context.subscriptions.push(
    predicates,
    states,
    status,
    replayed,
    asked,
    client,
    traces,
    tests,
    leaveBlueprintAlone(),
    followC(),
  );
  context.subscriptions.push(
    new LanguageStatus(client),
    registerMilestones(client),
    revealAfterClicks(client),
    registerTasks(client),
    followProver(client),
  );
  registerCommands(context, client, status, traces, predicates, states);
  registerDebugger(context, client);
  registerMotions(context);
  registerWhatIf(context);
  await vscode.commands.executeCommand("setContext", "boolprog.active", true);
  void openWalkthroughOnce(context);
  await client.start();
  return { traces, tests, predicates, states };
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
