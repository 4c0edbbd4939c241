// The Boolean programs of integer programs: read-only documents beside them, and the loop of refinement.

import * as vscode from "vscode";
import type { Client } from "../client";
import { isOutdated } from "../client";
import { INTEGER_LANGUAGE } from "../language";
import type { PredicatesView } from "../predicates/view";
import type { Refined } from "../protocol";
import { toRange } from "../protocol";
import { replay } from "../replay";
import { abstractionName } from "./names";
import { installProver } from "./prover";

const SCHEME = "boolprog-abstraction";

/** Makes Boolean programs, and shows each in a document of its own. */
export class Abstractions implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  // The editor looks for it when the provider is registered.
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly client: Client,
    private readonly predicates: PredicatesView,
  ) {}

  /** Makes the Boolean program of an integer program as it is now, and opens it beside. */
  async abstract(program: vscode.Uri): Promise<void> {
    const found = await this.make(program, 1);
    if (found?.text === null) {
      throw new Error(found.message);
    }
    if (found !== undefined) {
      await show(documentOf(program));
    }
  }

  /** Goes round until a round decides, and says what that comes to. The server shows the round, and can be stopped. */
  async refine(program: vscode.Uri): Promise<void> {
    const found = await this.make(program, undefined);
    if (found === undefined) {
      return;
    }
    if (isShown(documentOf(program))) {
      await show(documentOf(program));
    }
    if (found.rounds.length > 0) {
      await this.predicates.reveal();
    }
    void this.tell(program, found);
  }

  /** Declares predicates in an integer program, and makes its Boolean program again. */
  async add(program: vscode.Uri, predicates: string[]): Promise<void> {
    await vscode.workspace.openTextDocument(program);
    const insertion = await this.client.declare(program, predicates);
    if (insertion === undefined) {
      throw new Error(`The program cannot declare more of these predicates: ${predicates.join(", ")}`);
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(program, toRange(insertion.range), insertion.newText);
    await vscode.workspace.applyEdit(edit);
    // The server may hear of the edit only after it was asked.
    await this.abstract(program).catch((error: unknown) => {
      if (!isOutdated(error)) {
        throw error;
      }
      return this.abstract(program);
    });
  }

  /** Shows an integer program, where it is shown already if it is. */
  async source(program: vscode.Uri): Promise<void> {
    await show(program, vscode.ViewColumn.One);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const known = this.texts.get(uri.toString());
    if (known !== undefined) {
      return known;
    }
    // The window was loaded again.
    const program = vscode.Uri.parse(uri.query);
    await vscode.workspace.openTextDocument(program);
    const { text, message } = await this.client.refine(program, 1);
    return text ?? `// ${message}\n`;
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  /** Goes through this number of rounds, and shows the predicates. Undefined if there is no prover: the user was told what to do. */
  private async make(program: vscode.Uri, rounds: number | undefined): Promise<Refined | undefined> {
    const document = await vscode.workspace.openTextDocument(program);
    if (document.languageId !== INTEGER_LANGUAGE) {
      throw new Error("Only integer programs are abstracted.");
    }
    const { version } = document;
    const found = await this.client.refine(program, rounds);
    if (found.noProver !== null) {
      void installProver(this.client, program, found.noProver);
      return undefined;
    }
    const uri = documentOf(program);
    if (found.text !== null) {
      this.texts.set(uri.toString(), found.text);
      this.changed.fire(uri);
    }
    if (found.rounds.length > 0) {
      await this.predicates.showRefined(program, version, found);
    }
    return found;
  }

  private async tell(program: vscode.Uri, { message, text, trace }: Refined): Promise<void> {
    const open = text === null ? [] : ["Show Boolean Program"];
    const actions = trace === null ? open : ["Replay", ...open];
    const chosen = await vscode.window.showInformationMessage(message, ...actions);
    if (chosen === "Replay" && trace !== null) {
      await replay(this.client, program.toString(), trace.property.id);
    } else if (chosen !== undefined) {
      await show(documentOf(program));
    }
  }
}

/** The integer program that a command is about: the one it names, or that of the active editor, or whose Boolean program
 * that shows. */
export function programOf(argument: unknown): vscode.Uri {
  if (typeof argument === "string") {
    return vscode.Uri.parse(argument);
  }
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.scheme === SCHEME) {
    return vscode.Uri.parse(document.uri.query);
  }
  if (document?.languageId !== INTEGER_LANGUAGE) {
    throw new Error("Open an integer program first.");
  }
  return document.uri;
}

function documentOf(program: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: abstractionName(program.path), query: program.toString() });
}

function isShown(uri: vscode.Uri): boolean {
  return columnOf(uri) !== undefined;
}

function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const key = uri.toString();
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === key)?.viewColumn;
}

/** Shows a document where it is shown already, or else in a column. */
async function show(uri: vscode.Uri, otherwise = vscode.ViewColumn.Beside): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: columnOf(uri) ?? otherwise, preview: false });
}
