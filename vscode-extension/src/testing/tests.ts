// The Test Explorer: a test for each property, if the settings want it.

import * as vscode from "vscode";
import type { Client } from "../client";
import { showError } from "../client";
import { LANGUAGE, settings } from "../language";
import { violations } from "../replay";
import type { Traces } from "../trace/traces";
import { loadDetails } from "./coverage";
import { Items } from "./items";
import { Runs } from "./runs";

const ENABLED = "testing.enabled";

/** The state while tests are shown. */
export interface Shown extends vscode.Disposable {
  controller: vscode.TestController;
  items: Items;
  runs: Runs;
  /** The profile that shows which statements threads reach. */
  covering: vscode.TestRunProfile;
}

/** Has the tests shown while the setting is on. */
export class Tests implements vscode.Disposable {
  /** The tests that are shown, if any are. */
  shown: Shown | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly client: Client,
    traces: Traces,
  ) {
    this.subscriptions = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${LANGUAGE}.${ENABLED}`)) {
          this.update();
        }
      }),
      vscode.commands.registerCommand("boolprog.testing.showTrace", (test: vscode.TestItem) =>
        showTrace(traces, test).catch(showError),
      ),
    ];
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
    this.shown?.dispose();
  }

  private update(): void {
    this.shown?.dispose();
    this.shown = settings().get(ENABLED, true) ? show(this.client) : undefined;
  }
}

function show(client: Client): Shown {
  const controller = vscode.tests.createTestController(LANGUAGE, "boolprog");
  const items = new Items(controller, client);
  const runs = new Runs(controller, client, items);
  const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
  controller.createRunProfile("Check", Run, (request, token) => runs.check(request, token), true);
  controller.createRunProfile("Replay", Debug, (request, token) => runs.debug(request, token), true);
  const covering = controller.createRunProfile(
    "Reachable",
    Coverage,
    (request, token) => runs.cover(request, token),
    true,
  );
  covering.loadDetailedCoverage = (_run, file) => loadDetails(file);
  return {
    controller,
    items,
    runs,
    covering,
    dispose: () => vscode.Disposable.from(runs, items, controller).dispose(),
  };
}

/** Shows the counterexample of a test that has failed; of a file the first one. */
async function showTrace(traces: Traces, { uri, id, children }: vscode.TestItem): Promise<void> {
  if (uri !== undefined) {
    const property = children.size === 0 ? id : violations(uri)[0]?.data.property;
    await traces.showCounterexample(uri.toString(), property ?? id);
  }
}
