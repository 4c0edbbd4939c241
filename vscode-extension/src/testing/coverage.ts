// Which statements threads reach, in the editor's terms: a statement is executed as often as there are thread states
// before it.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Coverage } from "../protocol";
import { toRange } from "../protocol";
import { programHash } from "../trace/hash";

/** The source of a file's coverage. */
interface Source {
  coverage: Coverage;
  /** The hash of the text that it is about. */
  program: string;
}

const sources = new WeakMap<vscode.FileCoverage, Source>();

/** Adds the coverage of an open file to a run; gives the reason if there is none. */
export async function addCoverage(client: Client, run: vscode.TestRun, uri: vscode.Uri): Promise<string | undefined> {
  const text = (await vscode.workspace.openTextDocument(uri)).getText();
  const { coverage, reason } = (await client.coverage(uri)) ?? { reason: "This is not a program." };
  if (coverage === undefined) {
    return reason;
  }
  const file = vscode.FileCoverage.fromDetails(uri, details(coverage));
  sources.set(file, { coverage, program: programHash(text) });
  run.addCoverage(file);
  return undefined;
}

/** The details of a file, on demand. There are none after a change of the text. */
export async function loadDetails(file: vscode.FileCoverage): Promise<vscode.FileCoverageDetail[]> {
  const source = sources.get(file);
  const text = (await vscode.workspace.openTextDocument(file.uri)).getText();
  return source?.program === programHash(text) ? details(source.coverage) : [];
}

function details({ procedures, statements }: Coverage): vscode.FileCoverageDetail[] {
  return [
    ...procedures.map(({ name, range, states }) => new vscode.DeclarationCoverage(name, states, toRange(range))),
    ...statements.map(({ range, states, outcomes }) => {
      const where = toRange(range);
      const branches = outcomes?.map(
        (count, index) => new vscode.BranchCoverage(count, where, index === 0 ? "T" : "F"),
      );
      return new vscode.StatementCoverage(states, where, branches ?? []);
    }),
  ];
}
