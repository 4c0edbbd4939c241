// The language client: starts the server, restarts it when it dies, and asks it the few things that are not LSP.

import * as vscode from "vscode";
import type { StaticFeature, TextEdit } from "vscode-languageclient/node";
import {
  ErrorCodes,
  ExecuteCommandRequest,
  InlayHintRequest,
  LanguageClient,
  LSPErrorCodes,
  ResponseError,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";
import type { AskedC } from "./c-asked";
import { forgetC, noteStatus } from "./c-files";
import { LANGUAGE, LANGUAGES, PLACE_COMMANDS, settings } from "./language";
import { middleware } from "./middleware";
import type {
  Answer,
  CoverageAnswer,
  LineStates,
  Parting,
  Place,
  Predicates,
  Properties,
  Question,
  Refined,
  States,
  Theorems,
  TraceTo,
} from "./protocol";
import type { Graph, Wanted } from "./questions/graph-messages";
import type { ReplayedPrograms } from "./replayed";
import { Restarts } from "./restarts";
import { Searches } from "./searches";
import type { Server } from "./server";
import { findServer } from "./server";
import type { Status, StatusItem } from "./status";
import type { Beside } from "./trace/beside";
import type { TraceDocument } from "./trace/document";
import type { StepQuery } from "./trace/filter";

/** A server that takes so long to start or to stop is not waited for. */
const PATIENCE_MS = 5000;

/** Tells the server that links in hovers may name commands of the extension. */
const COMMAND_LINKS: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), commandLinks: true };
  },
  initialize: () => {},
  getState: () => ({ kind: "static" }),
  clear: () => {},
};

/** The connection to the server, whether it runs or not. */
export class Client implements vscode.Disposable {
  private readonly log = vscode.window.createOutputChannel("boolprog", { log: true });
  private readonly protocol = vscode.window.createOutputChannel("boolprog Protocol", { log: true });
  private readonly news = new vscode.EventEmitter<Status | undefined>();
  /** There may be something new about a file or, if none is given, about the server. */
  readonly onNews = this.news.event;
  private readonly clicked = new vscode.EventEmitter<vscode.Uri>();
  /** A person has clicked on a lens that checks a program. */
  readonly onDidClickCheck = this.clicked.event;
  private readonly subscriptions: vscode.Disposable[];
  private connection: LanguageClient | undefined;
  private readonly searches = new Searches();
  /** The last start or stop: one that is being started can be neither stopped nor started again. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly status: StatusItem,
    private readonly replayed: ReplayedPrograms,
    private readonly asked: AskedC,
  ) {
    const own = [this.log, this.protocol, this.news, this.clicked];
    this.subscriptions = [...own, replayed.onDidChange(() => this.refreshHints())];
  }

  /** The version of the server; undefined while it does not run. */
  get version(): string | undefined {
    const connection = this.connection?.state === State.Running ? this.connection : undefined;
    return connection?.initializeResult?.serverInfo?.version;
  }

  /** The executable, for the language server and the debug adapter alike. */
  findServer(): Promise<Server> {
    return findServer(this.context);
  }

  /** Starts the server. Says so if it cannot. */
  start(): Promise<void> {
    return this.inTurn(() => this.startNow());
  }

  /** Stops the server; harmless if it does not run. */
  stop(): Promise<void> {
    return this.inTurn(() => this.stopNow());
  }

  /** Stops the server if it runs, and starts it. */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.stopNow().catch((error: unknown) => this.log.warn(`while stopping: ${message(error)}`));
      await this.startNow();
    });
  }

  /** Shows what the server and the extension wrote. */
  showLog(): void {
    this.log.show(true);
  }

  /** Checks a file now, or one property of it, perhaps with another time limit than that of the settings, in seconds. */
  check(uri: vscode.Uri, property?: string, time?: number): Promise<void> {
    this.asked.note(uri);
    return this.execute("boolprog.server.check", uri, { property, time });
  }

  /** True if a request about a file that can take long is not answered yet. */
  isSearching(uri: vscode.Uri): boolean {
    return this.searches.has(uri);
  }

  /** Cancels the check of a file, and all other searches about it. */
  cancel(uri: vscode.Uri): Promise<void> {
    return this.execute("boolprog.server.cancel", uri);
  }

  /** Forgets the verdicts of a file. */
  clear(uri: vscode.Uri): Promise<void> {
    return this.execute("boolprog.server.clear", uri);
  }

  /** The counterexample to a property of the program as it is now; undefined if there is none. */
  async trace(uri: string, property: string): Promise<TraceDocument | undefined> {
    const parameters = { textDocument: { uri }, property };
    return (await this.running().sendRequest<TraceDocument | null>("boolprog/trace", parameters)) ?? undefined;
  }

  /** A trace in the format of another tool. */
  async export(trace: TraceDocument, format: string): Promise<string> {
    return (await this.running().sendRequest<{ text: string }>("boolprog/export", { trace, format })).text;
  }

  /** The steps of a trace that change variables and after which an expression holds; fails with a sentence. */
  async steps(trace: TraceDocument, query: StepQuery): Promise<number[]> {
    return (await this.running().sendRequest<{ steps: number[] }>("boolprog/steps", { trace, ...query })).steps;
  }

  /** Searches for an execution with which a thread reaches a place; undefined if the file is not open. */
  async traceTo(place: Place): Promise<TraceTo | undefined> {
    const search = this.running().sendRequest<TraceTo | null>("boolprog/traceTo", place);
    return (await this.searches.counted(vscode.Uri.parse(place.textDocument.uri), search)) ?? undefined;
  }

  /** The thread states before a place; undefined if none are known. */
  async states(place: Place): Promise<States | undefined> {
    return (await this.running().sendRequest<States | null>("boolprog/states", place)) ?? undefined;
  }

  /** Facts before the statement at a place, or before the nearest one on its line; undefined if there is none. */
  async lineStates(place: Place): Promise<LineStates | undefined> {
    return (await this.running().sendRequest<LineStates | null>("boolprog/lineStates", place)) ?? undefined;
  }

  /** Answers a question about an open file. */
  answer(uri: vscode.Uri, question: Question): Promise<Answer> {
    return this.askNew<Answer>("boolprog/ask", uri, { question });
  }

  /**
   * The graph of an open file: of its thread states, with the counterexample to a property, or of a round of a search of an
   * integer program under abstraction.
   */
  graph(uri: vscode.Uri, wanted: { property?: string } | Wanted): Promise<Graph> {
    return this.askNew<Graph>("boolprog/graph", uri, wanted);
  }

  /** The proofs of an open Boolean program as theorems for the prover Rocq. */
  theorems(uri: vscode.Uri): Promise<Theorems> {
    return this.askNew<Theorems>("boolprog/theorems", uri, {});
  }

  /** The predicates of an open integer program, and those that a search under abstraction adds. */
  predicates(uri: vscode.Uri): Promise<Predicates> {
    return this.askNew<Predicates>("boolprog/predicates", uri, {});
  }

  /** Takes rounds of abstraction and refinement of an open integer program, one if it is only abstracted. */
  refine(uri: vscode.Uri, rounds?: number): Promise<Refined> {
    return this.askNew<Refined>("boolprog/refine", uri, rounds === undefined ? {} : { rounds });
  }

  /** The declaration of predicates in an open integer program; undefined if nothing does. */
  async declare(uri: vscode.Uri, predicates: string[]): Promise<TextEdit | undefined> {
    const textDocument = { uri: this.running().code2ProtocolConverter.asUri(uri) };
    const parameters = { textDocument, predicates };
    return (await this.running().sendRequest<TextEdit | null>("boolprog/declare", parameters)) ?? undefined;
  }

  /** The steps of an open integer program along a counterexample of its Boolean program; undefined if that is not known. */
  async beside(uri: vscode.Uri, trace: TraceDocument): Promise<Beside | undefined> {
    const textDocument = { uri: this.running().code2ProtocolConverter.asUri(uri) };
    return (await this.running().sendRequest<Beside | null>("boolprog/beside", { textDocument, trace })) ?? undefined;
  }

  /** The first step of a trace that an open program, which has changed since, does not take; undefined if that is not known. */
  async parting(uri: vscode.Uri, trace: TraceDocument): Promise<Parting | undefined> {
    const textDocument = { uri: this.running().code2ProtocolConverter.asUri(uri) };
    const asked = this.running().sendRequest<Parting | null>("boolprog/parting", { textDocument, trace });
    return (await asked.catch(() => undefined)) ?? undefined;
  }

  /** The properties of an open file; undefined if it is not open, or no Boolean program. */
  properties(uri: vscode.Uri): Promise<Properties | undefined> {
    return this.ask<Properties>("boolprog/properties", uri);
  }

  /** The check or search in an open file; undefined as above. */
  coverage(uri: vscode.Uri): Promise<CoverageAnswer | undefined> {
    return this.searches.counted(uri, this.ask<CoverageAnswer>("boolprog/coverage", uri));
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private async startNow(): Promise<void> {
    try {
      const server = await this.findServer();
      this.connection = this.connect(server);
      await this.connection.start();
    } catch (error) {
      this.status.serverStopped();
      this.log.error(String(error));
      void this.offerHelp(`The server cannot start. ${message(error)}`);
    }
  }

  private async stopNow(): Promise<void> {
    const connection = this.connection;
    this.connection = undefined;
    if (connection?.needsStop()) {
      await connection.stop();
    }
    await connection?.dispose();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    const done = Promise.race([this.turn, patience]).then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Makes the editor ask for inlay hints again. */
  private refreshHints(): void {
    const feature = this.connection?.getFeature(InlayHintRequest.method);
    for (const { document } of vscode.window.visibleTextEditors) {
      feature?.getProvider(document)?.onDidChangeInlayHints.fire();
    }
  }

  /** Asks about a file as it is now: again if it changed in the meantime. */
  private async ask<Answer>(method: string, uri: vscode.Uri): Promise<Answer | undefined> {
    for (;;) {
      const connection = this.running();
      const parameters = { textDocument: { uri: connection.code2ProtocolConverter.asUri(uri) } };
      try {
        return (await connection.sendRequest<Answer | null>(method, parameters)) ?? undefined;
      } catch (error) {
        if (!isOutdated(error)) {
          throw error;
        }
      }
    }
  }

  /** Asks something that servers older than this extension do not know. */
  private async askNew<Answer>(method: string, uri: vscode.Uri, parameters: object): Promise<Answer> {
    const connection = this.running();
    const textDocument = { uri: connection.code2ProtocolConverter.asUri(uri) };
    const asked = this.searches.counted(
      uri,
      connection.sendRequest<Answer | null>(method, { textDocument, ...parameters }),
    );
    const answer = await asked.catch((error: unknown) => {
      const unheard = error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound;
      throw unheard ? new Error(`The server, boolprog ${this.version}, is too old to answer this.`) : error;
    });
    if (answer === null) {
      throw new Error("There are no results for this program: it is not open.");
    }
    return answer;
  }

  private async execute(command: string, uri: vscode.Uri, options: object = {}): Promise<void> {
    const connection = this.running();
    const argument = { uri: connection.code2ProtocolConverter.asUri(uri), ...options };
    await connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  }

  private running(): LanguageClient {
    if (this.connection?.state !== State.Running) {
      throw new Error('The server is not running. The command "Restart Server" starts it.');
    }
    return this.connection;
  }

  private connect({ command, env }: Server): LanguageClient {
    this.log.info(`server: ${command} lsp`);
    const connection = new LanguageClient(
      LANGUAGE,
      "boolprog",
      { command, args: ["lsp"], options: { env: { ...process.env, ...env } } },
      {
        documentSelector: LANGUAGES.map((language) => ({ language })),
        initializationOptions: settings(),
        synchronize: { configurationSection: LANGUAGE },
        outputChannel: this.log,
        traceOutputChannel: this.protocol,
        // Requests fail while a server that died is started again: that is for the log only.
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        errorHandler: new Restarts((pause) => this.died(pause)),
        middleware: middleware(this.replayed, {
          opened: (document) => this.opened(document),
          checked: (uri) => this.clicked.fire(vscode.Uri.parse(uri)),
        }),
        markdown: { isTrusted: { enabledCommands: PLACE_COMMANDS }, supportHtml: false },
      },
    );
    connection.registerFeature(COMMAND_LINKS);
    connection.onNotification("boolprog/status", (told: Status) => {
      // The server's way to write a URI need not be the editor's.
      const status = { ...told, uri: vscode.Uri.parse(told.uri).toString() };
      noteStatus(status);
      this.status.update(status);
      this.news.fire(status);
    });
    connection.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.status.serverStarted();
      } else {
        forgetC();
      }
      this.news.fire(undefined);
    });
    return connection;
  }

  /** The server has been told of a document. */
  private opened({ uri }: vscode.TextDocument): void {
    if (this.asked.has(uri)) {
      void this.check(uri).catch((error: unknown) => this.log.warn(`while checking again: ${message(error)}`));
    }
  }

  private died(pause: number | undefined): void {
    this.status.serverStopped();
    if (pause === undefined) {
      void this.offerHelp("The server stopped several times in a row and was not started again.");
    } else {
      this.log.warn(`the server died; it is started again in ${pause} ms`);
    }
  }

  private async offerHelp(text: string): Promise<void> {
    const chosen = await vscode.window.showErrorMessage(text, "Open Log", "Restart", "Settings");
    if (chosen === "Open Log") {
      this.showLog();
    } else if (chosen === "Restart") {
      await this.restart();
    } else if (chosen === "Settings") {
      await vscode.commands.executeCommand("workbench.action.openSettings", "boolprog.server");
    }
  }
}

/** The text of an error. */
export function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows what kept a command from its work. A change of the program while it ran is no error. */
export function showError(error: unknown): void {
  if (isOutdated(error)) {
    void vscode.window.showInformationMessage("Stopped, because the program changed.");
  } else {
    void vscode.window.showErrorMessage(message(error));
  }
}

/** True if a request was about a text that has changed since. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
}
