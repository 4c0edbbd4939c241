// The run profiles of the Test Explorer.

import * as vscode from "vscode";
import { check } from "../check";
import type { Client } from "../client";
import { message } from "../client";
import type { Properties } from "../protocol";
import { startReplay } from "../replay";
import { addCoverage } from "./coverage";
import type { Items, Known } from "./items";
import { all } from "./items";
import { report, reportOutcome } from "./report";

/** Files that are checked side by side, so that one that takes long holds up no other: the server shares the processors. */
const AT_A_TIME = 4;

/** Runs tests: every result is one that the server has shown of the program as it is. */
export class Runs implements vscode.Disposable {
  private readonly following: vscode.Disposable;
  /** The number of runs that go on. */
  private running = 0;
  /** The last news of files while a run went on. */
  private readonly held = new Map<vscode.TestItem, Known>();

  constructor(
    private readonly controller: vscode.TestController,
    private readonly client: Client,
    private readonly items: Items,
  ) {
    this.following = items.onDidLearn((known) => this.follow(known));
  }

  /** Checks what is asked for. */
  async check(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    await this.inRun(request, token, AT_A_TIME, (run, file, properties) =>
      this.checkFile(run, file, properties, token),
    );
  }

  /** Checks what is asked for, and replays the first counterexample. */
  async debug(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    let violated: [vscode.Uri, string] | undefined;
    await this.inRun(request, token, 1, async (run, file, properties) => {
      const checked = await this.checkFile(run, file, properties, token);
      const wanted = new Set(properties.map(({ id }) => id));
      const first = checked?.properties.find(
        ({ id, verdict }) => verdict === "violated" && (wanted.size === 0 || wanted.has(id)),
      );
      if (file.uri !== undefined && first !== undefined) {
        violated ??= [file.uri, first.id];
      }
    });
    const trace = violated && (await this.client.trace(violated[0].toString(), violated[1]));
    if (violated !== undefined && trace !== undefined) {
      await startReplay(violated[0], `Replay ${violated[1]}`, trace, "workbench.view.testing.focus");
    } else if (!token.isCancellationRequested) {
      void vscode.window.showInformationMessage("There is no counterexample to replay.");
    }
  }

  /** Checks what is asked for, and says which statements threads reach. */
  async cover(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const missing: string[] = [];
    await this.inRun(request, token, AT_A_TIME, async (run, file) => {
      // All of the file: thread states belong to no property.
      await this.checkFile(run, file, [], token);
      const reason = file.uri && (await addCoverage(this.client, run, file.uri));
      if (reason !== undefined) {
        missing.push(`${file.label}: ${reason}`);
        run.appendOutput(`No coverage of ${file.label}: ${reason}\r\n`, undefined, file);
      }
    });
    const [first, ...others] = missing;
    if (first !== undefined && !token.isCancellationRequested) {
      const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
      void vscode.window.showInformationMessage(`No coverage of ${first}${more}`);
    }
  }

  dispose(): void {
    this.following.dispose();
  }

  /** Reports what a check has found that no run asked for: the tests agree with the lenses. */
  private follow(known: Known): void {
    if (this.running > 0) {
      this.held.set(known.file, known);
      return;
    }
    const news = known.now.checking ? [] : this.items.news(known);
    if (news.length === 0) {
      return;
    }
    // Neither is it shown as a run that was asked for, nor kept: the server keeps verdicts.
    const run = this.controller.createTestRun(new vscode.TestRunRequest(news.map(([item]) => item)), undefined, false);
    for (const [item, property] of news) {
      this.items.isReported(item, known.now, property);
      reportOutcome(run, item, property);
    }
    run.end();
  }

  /** Findings while a run went on. */
  private followHeld(): void {
    const held = this.running > 0 ? [] : [...this.held.values()];
    for (const known of held) {
      this.held.delete(known.file);
      this.follow(known);
    }
  }

  /** Does this work for each file of a request, some at a time, in their order. */
  private async inRun(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    atATime: number,
    work: (run: vscode.TestRun, file: vscode.TestItem, properties: vscode.TestItem[]) => Promise<unknown>,
  ): Promise<void> {
    const run = this.controller.createTestRun(request);
    this.running += 1;
    try {
      const chosen = await this.items.chosen(request);
      for (const [file, properties] of chosen) {
        for (const item of properties.length === 0 ? all(file.children) : properties) {
          run.enqueued(item);
        }
      }
      const waiting = [...chosen];
      const next = (): [vscode.TestItem, vscode.TestItem[]] | undefined =>
        token.isCancellationRequested ? undefined : waiting.shift();
      const worker = async (): Promise<void> => {
        for (let file = next(); file !== undefined; file = next()) {
          await work(run, ...file);
        }
      };
      await Promise.all(Array.from({ length: atATime }, worker));
    } finally {
      run.end();
      this.running -= 1;
      this.followHeld();
    }
  }

  /** Checks a file as a whole, or some of its properties one by one: the limits are those of one check each. */
  private async checkFile(
    run: vscode.TestRun,
    file: vscode.TestItem,
    properties: vscode.TestItem[],
    token: vscode.CancellationToken,
  ): Promise<Properties | undefined> {
    let known = await this.items.learn(file);
    if (known !== undefined && properties.length === 0) {
      return this.decide(run, file, undefined, all(file.children), token);
    }
    for (const property of properties) {
      if (known !== undefined && !token.isCancellationRequested) {
        known = await this.decide(run, file, property.id, [property], token);
      }
    }
    return known;
  }

  /** Carries out one check, and reports each of these tests as soon as it is decided. */
  private async decide(
    run: vscode.TestRun,
    file: vscode.TestItem,
    property: string | undefined,
    tests: vscode.TestItem[],
    token: vscode.CancellationToken,
  ): Promise<Properties | undefined> {
    const waiting = new Set(tests);
    const lap = stopwatch();
    const tell = (now: Properties, isOver: boolean): Promise<void> =>
      this.tellDecided(run, waiting, now, isOver && !token.isCancellationRequested, lap);
    let last: Properties | undefined;
    for (const test of tests) {
      run.started(test);
    }
    try {
      last = file.uri && (await check(this.client, file.uri, property, token, (now) => tell(now, false)));
      if (last !== undefined) {
        await tell(last, true);
      }
    } catch (error) {
      for (const test of waiting) {
        run.errored(test, new vscode.TestMessage(message(error)));
      }
      waiting.clear();
    }
    for (const test of waiting) {
      run.skipped(test);
    }
    return last;
  }

  /** While a check runs, only what is decided for good is reported; at its end everything. */
  private async tellDecided(
    run: vscode.TestRun,
    waiting: Set<vscode.TestItem>,
    now: Properties,
    isOver: boolean,
    lap: () => number,
  ): Promise<void> {
    for (const item of [...waiting]) {
      const property = now.properties.find(({ id }) => id === item.id);
      const isDecided = property?.verdict === "proved" || property?.verdict === "violated";
      if (property !== undefined && (isDecided || isOver)) {
        waiting.delete(item);
        const milliseconds = lap();
        if (await report(this.client, run, item, property, milliseconds)) {
          this.items.isReported(item, now, property);
        } else {
          run.errored(item, new vscode.TestMessage(property.text), milliseconds);
        }
      }
    }
  }
}

/** Each call gives the milliseconds since the one before: together the results of a file take as long as its check. */
function stopwatch(): () => number {
  let before = Date.now();
  return () => {
    const passed = Date.now() - before;
    before += passed;
    return passed;
  };
}
