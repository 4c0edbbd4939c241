// The commands of the palette, the menus and the code lenses.

import * as vscode from "vscode";
import { Abstractions, programOf } from "./abstraction/documents";
import { installProver } from "./abstraction/prover";
import { CheckLenses } from "./c-lens";
import type { Client } from "./client";
import { commandLine } from "./command-line";
import { newExample } from "./examples/open";
import { toggleHints } from "./hints";
import { activeCheckable, activeProgram, settings, withProgram } from "./language";
import { CHOOSE, chooseFromRow } from "./lens-choice";
import { copyFormula, placeAtCursor, StatesDocuments, showHover, showTraceTo } from "./places";
import type { Row } from "./predicates/rows";
import type { PredicatesView } from "./predicates/view";
import type { Place } from "./protocol";
import { registerQuestions } from "./questions/ask";
import { Graphs } from "./questions/graph";
import { registerIn } from "./register";
import { replay, violatedAtCursor, violationAtCursor } from "./replay";
import { checkAndReveal } from "./reveal";
import type { StatesView } from "./states/view";
import { StatisticsDocuments } from "./statistics/documents";
import type { StatusItem } from "./status";
import { showStatus } from "./status-menu";
import { saveTheorems } from "./theorems";
import { nextCounterexample } from "./trace/next";
import type { Traces } from "./trace/traces";
import { isReplaying } from "./trace/traces";

/** Registers all commands. */
export function registerCommands(
  context: vscode.ExtensionContext,
  client: Client,
  status: StatusItem,
  traces: Traces,
  predicates: PredicatesView,
  states: StatesView,
): void {
  const register = registerIn(context);
  // A lens names the file. The menus of C files have a command of their own, whose title says more.
  for (const name of ["check", "checkC"]) {
    register(name, async (uri?: unknown) =>
      checkAndReveal(client, isText(uri) ? vscode.Uri.parse(uri) : activeCheckable().uri),
    );
  }
  register("cancel", () => withProgram(({ document }) => client.cancel(document.uri)));
  register("clearResults", () => withProgram(({ document }) => client.clear(document.uri)));
  // Lenses name a property; the editor's menus pass the file and things of their own.
  register("replay", async (uri?: unknown, property?: unknown) => {
    if (isText(uri) && isText(property)) {
      await replay(client, uri, property);
    } else if (isAboutTrace(traces)) {
      await traces.run("replay");
    } else {
      await withProgram(async (editor) => replay(client, ...violatedAtCursor(editor)));
    }
  });
  register("showTrace", async (uri?: unknown, property?: unknown) => {
    if (isText(uri) && isText(property)) {
      await traces.showCounterexample(uri, property);
    } else if (isReplaying()) {
      await traces.focus();
    } else {
      await withProgram(async (editor) => traces.showCounterexample(...violatedAtCursor(editor)));
    }
  });
  register("nextCounterexample", () => nextCounterexample(traces));
  register("trace.goToStep", (step?: unknown) => (typeof step === "number" ? traces.go(step) : traces.askForStep()));
  // The menu of the panel knows the variable if it was opened on a change of one.
  register("trace.showChanges", (at?: { variable?: unknown }) =>
    traces.showChanges(isText(at?.variable) ? at.variable : undefined),
  );
  register("trace.open", (file?: unknown) => traces.open(file instanceof vscode.Uri ? file : undefined));
  register("trace.replay", () => traces.run("replay"));
  register("trace.showFresh", () => traces.run("showFresh"));
  // Macros and tests may name the format and the file.
  register("trace.export", (format?: unknown, file?: unknown) =>
    traces.export(isText(format) ? format : undefined, isText(file) ? vscode.Uri.parse(file, true) : undefined),
  );
  // Links in hovers and the view of states name a place; the palette means the one at the cursor.
  const registerAtPlace = (name: string, run: (place: Place) => Promise<void>): void =>
    register(name, (place?: unknown) =>
      isPlace(place) ? run(place) : withProgram((editor) => run(placeAtCursor(editor))),
    );
  context.subscriptions.push(new CheckLenses(context.workspaceState, register));
  const documents = new StatesDocuments(client);
  const graphs = new Graphs(context.extensionUri, client);
  const statistics = new StatisticsDocuments(client, status);
  context.subscriptions.push(documents, graphs, statistics);
  registerAtPlace("showTraceTo", (place) => showTraceTo(client, place));
  registerAtPlace("showStates", (place) => documents.show(place));
  registerAtPlace("copyFormula", (place) => copyFormula(client, place));
  registerAtPlace("why", showHover);
  registerQuestions(register, client, traces, states);
  register("showGraph", () => withProgram((editor) => graphs.show(editor)));
  // A test names the file.
  register("saveTheorems", (file?: unknown) =>
    withProgram(({ document }) =>
      saveTheorems(client, document.uri, isText(file) ? vscode.Uri.parse(file, true) : undefined),
    ),
  );
  register("showStatistics", () => withProgram(({ document }) => statistics.show(document.uri)));
  register("showPredicates", () => withProgram(({ document }) => predicates.show(document.uri)));
  register("predicates.refresh", () => predicates.refresh());
  // A click on a row says so; the menu passes the selected rows.
  register("predicates.goTo", (row: Row, clicked?: unknown) => predicates.goTo(row, clicked === true));
  register("predicates.insert", (row: Row) => predicates.insert(row));
  const abstractions = new Abstractions(client, predicates);
  context.subscriptions.push(abstractions);
  // Lenses name the integer program; the palette means that of the editor.
  register("abstract", async (program?: unknown) => abstractions.abstract(programOf(program)));
  register("refine", async (program?: unknown) => abstractions.refine(programOf(program)));
  register("showSource", async (program?: unknown) => abstractions.source(programOf(program)));
  register("addPredicates", (program: string, names: string[]) => abstractions.add(programOf(program), names));
  register("installProver", (program?: unknown) =>
    installProver(client, isText(program) ? vscode.Uri.parse(program) : activeProgram()?.document.uri),
  );
  register("toggleHints", () => toggleHints(context));
  register("copyCommandLine", () => withProgram(copyCommandLine));
  register("newExample", (name?: unknown) => newExample(isText(name) ? name : undefined));
  register("reportIssue", () => reportIssue(context, client));
  register("restartServer", () => client.restart());
  register("showLog", async () => client.showLog());
  register(CHOOSE, (row: vscode.Command[]) => chooseFromRow(row));
  register("showStatus", () => showStatus(client, status));
}

/** True if a replay is one of the trace that is shown: there is nothing else to replay where the person is. */
function isAboutTrace({ current: { shown } }: Traces): boolean {
  const editor = activeProgram();
  if (editor === undefined || shown === undefined) {
    return shown !== undefined;
  }
  return editor.document.uri.toString() === shown.program.toString() && violationAtCursor(editor) === undefined;
}

function isText(argument: unknown): argument is string {
  return typeof argument === "string";
}

function isPlace(argument: unknown): argument is Place {
  const place = argument as Partial<Place> | undefined;
  return typeof place?.textDocument?.uri === "string" && typeof place.position?.line === "number";
}

async function copyCommandLine({ document }: vscode.TextEditor): Promise<void> {
  if (document.uri.scheme !== "file") {
    throw new Error("Save the program first: the command line checks files.");
  }
  const own = settings(document.uri);
  const text = commandLine(document.uri.fsPath, {
    threads: own.get<string>("threads", ""),
    errorLabels: own.get<string[]>("errorLabels", []),
    seconds: own.get<number>("limits.time.manual", 60),
    mebibytes: own.get<number>("limits.memory", 1024),
  });
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`Copied: ${text}`, 5000);
}

/** Opens the editor's form with what it cannot know; nothing is sent before the user does so. */
async function reportIssue(context: vscode.ExtensionContext, client: Client): Promise<void> {
  const versions = [`Server: ${client.version ?? "does not run"}`, `Platform: ${process.platform}-${process.arch}`];
  const issueBody = ["What I did:", "", "What happened:", "", "What I expected:", "", ...versions].join("\n");
  const extensionId = context.extension.id;
  await vscode.commands.executeCommand("workbench.action.openIssueReporter", { extensionId, issueBody });
}
