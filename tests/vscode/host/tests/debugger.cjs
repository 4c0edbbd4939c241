// What the editor and the debug adapter say to each other.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { eventually, lenses, open, openText, withSettings } = require("../editor.cjs");

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts a session and keeps all that is said. */
async function session(start) {
  const said = [];
  const tracker = {
    onWillReceiveMessage: (message) => said.push(message),
    onDidSendMessage: (message) => said.push(message),
  };
  const factory = vscode.debug.registerDebugAdapterTrackerFactory("boolprog", {
    createDebugAdapterTracker: () => tracker,
  });
  const stops = () => said.filter(({ event }) => event === "stopped").map(({ body }) => body);
  let seen = 0;
  await start();
  return {
    said,
    /** Waits for the next stop; gives its reason and where the focused thread is. */
    async stopped() {
      const stop = await eventually("a stop", () => stops()[seen]);
      seen += 1;
      await eventually("a focused frame", () => vscode.debug.activeStackItem);
      return stop;
    },
    async command(name) {
      await vscode.commands.executeCommand(`workbench.action.debug.${name}`);
      return this.stopped();
    },
    /** The number of steps that were taken at the last stop. */
    step: () => stops()[seen - 1].step,
    async end() {
      await vscode.debug.stopDebugging();
      await eventually("the end of the session", () => !vscode.debug.activeDebugSession);
      factory.dispose();
    },
  };
}

/** Chooses a step that is not the recorded one, as a person would, again if something else took the focus from the list. */
async function tryAnother(debug) {
  const answers = () =>
    debug.said.filter(({ type, command }) => type === "response" && command === "boolprog/alternatives");
  const isTried = () => debug.said.some(({ event, body }) => event === "stopped" && /^what if/.test(body.description));
  await eventually("a step that is tried", async () => {
    const before = answers().length;
    const choosing = vscode.commands.executeCommand("boolprog.whatIf");
    const { body } = await eventually("the alternatives", () => answers()[before]);
    const other = body.alternatives.findIndex(({ recorded }) => !recorded);
    // The list arrives soon after the answer.
    await pause(500);
    for (let index = 0; index < other; index += 1) {
      await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
    }
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await Promise.race([choosing, pause(2000)]);
    await pause(500);
    return isTried();
  });
}

async function replayLens(name) {
  const all = await lenses(await open(name), /^Replay counterexample/);
  return all.find(({ command }) => command.command === "boolprog.replay").command;
}

exports["the lens replays forwards and backwards"] = async () => {
  const { command, arguments: parameters } = await replayLens("broken-mutex.bp");
  const debug = await session(() => vscode.commands.executeCommand(command, ...parameters));
  assert.equal((await debug.stopped()).reason, "entry");
  assert.equal((await debug.command("stepOver")).reason, "step");
  assert.equal((await debug.command("stepInto")).reason, "step");
  assert.equal((await debug.command("stepBack")).reason, "step");
  assert.equal((await debug.command("reverseContinue")).reason, "entry");
  const end = await debug.command("continue");
  assert.equal(end.reason, "exception");
  assert.match(end.description, /Assertion violated/);

  const launch = debug.said.find(({ type, command }) => type === "request" && command === "launch");
  assert.equal(launch.arguments.traceDocument.schema, "boolprog-trace/4");
  const { threads } = await vscode.debug.activeDebugSession.customRequest("threads");
  assert.deepEqual(
    threads.map(({ id }) => id),
    [1, 2],
  );
  await debug.end();
};

exports["a program in no file is replayed from what the server has found"] = async () => {
  const { uri } = await openText("decl x := F;\nvoid main() begin\n  assert x;\nend\n");
  await lenses(uri, /violated/);
  const configuration = { type: "boolprog", request: "launch", name: "Untitled", program: uri.toString() };
  const options = { suppressSaveBeforeStart: true };
  const debug = await session(() => vscode.debug.startDebugging(undefined, configuration, options));
  assert.equal((await debug.stopped()).reason, "entry");
  assert.equal((await debug.command("continue")).reason, "exception");
  await debug.end();
};

exports["every step has its inverse"] = async () => {
  const { command, arguments: parameters } = await replayLens("broken-mutex.bp");
  const debug = await session(() => vscode.commands.executeCommand(command, ...parameters));
  await debug.stopped();
  for (const [there, back] of [
    ["stepInto", "stepIntoBack"],
    ["stepOut", "stepOutBack"],
  ]) {
    await debug.command(there);
    const step = debug.step();
    await debug.command(there);
    assert.ok(debug.step() > step);
    await vscode.commands.executeCommand(`boolprog.${back}`);
    await debug.stopped();
    assert.equal(debug.step(), step);
  }
  await debug.end();
};

exports["another step than the recorded one is tried, and the recording comes back"] = async () => {
  const { command, arguments: parameters } = await replayLens("broken-mutex.bp");
  const debug = await session(() => vscode.commands.executeCommand(command, ...parameters));
  await debug.stopped();
  await debug.command("stepOver");
  await tryAnother(debug);
  assert.match((await debug.stopped()).description, /^what if, step 2$/);
  const current = () => vscode.extensions.getExtension("boolprog.boolprog").exports.traces.current;
  await eventually("what is tried in the panel", () => current().shown.document.property.id === "what-if");
  assert.equal((await debug.command("stepOver")).step, 3);
  await vscode.commands.executeCommand("boolprog.backToRecording");
  assert.match((await debug.stopped()).description, /^step 1 of /);
  await eventually("the recording in the panel", () => current().shown.document.property.id === "assert-1");
  await debug.end();
};

exports["the command replays what is violated nearest above the cursor, also without lenses"] = async () => {
  await withSettings({ "lens.replay": false }, async () => {
    const document = await openText("decl x := F;\n\nvoid main() begin\n  assert x | *;\n  assert x;\nend\n");
    const violated = () =>
      vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code.value === "assertion-violated");
    await eventually("two violations", () => violated().length === 2);
    const end = document.lineAt(5).range.end;
    vscode.window.activeTextEditor.selection = new vscode.Selection(end, end);
    const debug = await session(() => vscode.commands.executeCommand("boolprog.replay"));
    await debug.stopped();
    assert.equal(vscode.debug.activeDebugSession.name, "Replay assert-2");
    await debug.end();
  });
};

exports["a trace to a place ends there and violates nothing"] = async () => {
  const uri = await open("broken-mutex.bp");
  await lenses(uri, /^violated/);
  const place = { textDocument: { uri: uri.toString() }, position: { line: 17, character: 6 } };
  const debug = await session(() => vscode.commands.executeCommand("boolprog.showTraceTo", place));
  assert.equal((await debug.stopped()).reason, "entry");
  assert.equal((await debug.command("continue")).reason, "step");
  const launch = debug.said.find(({ type, command }) => type === "request" && command === "launch");
  assert.equal(launch.arguments.traceDocument.property.kind, "point");
  await debug.end();
};

exports["a breakpoint stops the run"] = async () => {
  const { command, arguments: parameters } = await replayLens("broken-mutex.bp");
  const line = new vscode.Location(vscode.Uri.parse(parameters[0]), new vscode.Position(17, 0));
  const breakpoint = new vscode.SourceBreakpoint(line);
  vscode.debug.addBreakpoints([breakpoint]);
  const debug = await session(() => vscode.commands.executeCommand(command, ...parameters));
  await debug.stopped();
  const stop = await debug.command("continue");
  assert.equal(stop.reason, "breakpoint");
  const { stackFrames } = await vscode.debug.activeDebugSession.customRequest("stackTrace", {
    threadId: stop.threadId,
  });
  assert.equal(stackFrames[0].line, 18);
  vscode.debug.removeBreakpoints([breakpoint]);
  await debug.end();
};

exports["a program in no file is replayed as it is in the editor"] = async () => {
  const document = await openText("decl x := F;\n\nvoid main() begin\n  assert x;\nend\n");
  await lenses(document.uri, /^Replay counterexample/);
  const uri = document.uri.toString();
  const debug = await session(() => vscode.commands.executeCommand("boolprog.replay", uri, "assert-1"));
  const { threadId } = await debug.stopped();
  const { stackFrames } = await vscode.debug.activeDebugSession.customRequest("stackTrace", { threadId });
  assert.equal(stackFrames[0].source.path, uri);
  assert.ok(document.isUntitled && document.isDirty);
  assert.equal(vscode.window.visibleTextEditors.length, 1, "the program is shown once");
  assert.equal(vscode.window.activeTextEditor.document, document);
  await debug.end();
};

exports["a launch configuration names a program and checks it"] = async () => {
  const program = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "worker-pool-leak.bp").fsPath;
  const configuration = { type: "boolprog", request: "launch", name: "leak", program, stopOnEntry: false };
  const debug = await session(() => vscode.debug.startDebugging(undefined, configuration));
  assert.equal((await debug.stopped()).reason, "exception");
  await debug.end();
};

exports["a program without a counterexample is no session"] = async () => {
  const program = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "spin-lock.bp").fsPath;
  const start = vscode.debug.startDebugging(undefined, { type: "boolprog", request: "launch", name: "x", program });
  await assert.rejects(Promise.resolve(start), /There is no counterexample to replay/);
};
