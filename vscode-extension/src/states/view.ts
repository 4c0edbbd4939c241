// The view "States": what is known before the statement at the cursor, and the answers to questions.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../client";
import { activeProgram } from "../language";
import { placeAtCursor } from "../places";
import type { Answer, LineStates, Place } from "../protocol";
import type { Answered, Content, FromView } from "./messages";
import { statesPage } from "./page";

const VIEW = "boolprog.states";
/** The cursor rests for so long before the server is asked. */
const PAUSE_MS = 100;
/** Older answers are forgotten. */
const MOST_ANSWERS = 50;

/** An answer, and how to show its execution if it has one. */
interface Kept {
  answered: Answered;
  show: (() => Promise<void>) | undefined;
}

/** Follows the cursor while it is visible. */
export class StatesView implements vscode.WebviewViewProvider, vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private view: vscode.WebviewView | undefined;
  private place: Place | undefined;
  private states: LineStates | undefined;
  private readonly kept: Kept[] = [];
  private asked = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly client: Client,
  ) {
    const isActive = (uri: string): boolean => activeProgram()?.document.uri.toString() === uri;
    this.subscriptions = [
      vscode.window.registerWebviewViewProvider(VIEW, this),
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      vscode.window.onDidChangeTextEditorSelection(() => this.follow()),
      client.onNews((status) => (status === undefined || isActive(status.uri)) && this.follow()),
    ];
  }

  /** The content. */
  get content(): Content {
    return { states: this.states, answers: this.kept.map(({ answered }) => answered) };
  }

  /** Keeps an answer, above the older ones. `show` shows its execution. */
  keep(
    program: vscode.Uri,
    { question, word }: { question: string; word: string | undefined },
    { text, verdict }: Answer,
    show?: () => Promise<void>,
  ): void {
    this.asked += 1;
    const asked = `${path.posix.basename(program.path)}: ${question}`;
    const answered = { id: this.asked, question: asked, word, text, verdict, hasTrace: show !== undefined };
    this.kept.unshift({ answered, show });
    this.kept.length = Math.min(this.kept.length, MOST_ANSWERS);
    this.send();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")] };
    webview.onDidReceiveMessage((message: FromView) => void this.receive(message));
    webview.html = statesPage(webview, this.extension);
    view.onDidChangeVisibility(() => this.follow());
    view.onDidDispose(() => {
      this.view = undefined;
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async receive(message: FromView): Promise<void> {
    switch (message.type) {
      case "ready":
        this.send();
        this.follow();
        break;
      case "run":
        await vscode.commands.executeCommand(`boolprog.${message.action}`, this.place);
        break;
      case "showTrace":
        await this.kept.find(({ answered }) => answered.id === message.answer)?.show?.();
        break;
      case "clearAnswers":
        this.kept.length = 0;
        this.send();
    }
  }

  /** Asks what is known at the cursor once it rests. */
  private follow(): void {
    clearTimeout(this.timer);
    if (this.view?.visible === true) {
      this.timer = setTimeout(() => void this.update(), PAUSE_MS);
    }
  }

  private async update(): Promise<void> {
    const editor = activeProgram();
    if (editor === undefined) {
      // Where no text is active, such as in a graph, the last place stays.
      if (vscode.window.activeTextEditor !== undefined) {
        this.states = undefined;
        this.send();
      }
      return;
    }
    const place = placeAtCursor(editor);
    try {
      const states = await this.client.lineStates(place);
      this.place = place;
      this.states = states;
      this.send();
    } catch {
      // The text has changed in the meantime, or the server does not run: there will be news.
    }
  }

  private send(): void {
    void this.view?.webview.postMessage({ type: "show", content: this.content });
  }
}
