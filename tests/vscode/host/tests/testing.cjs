// The tests of the Test Explorer: what is in the tree, and what a run reports.

const assert = require("node:assert/strict");
const fs = require("node:fs/promises");
const vscode = require("vscode");
const { closeAll, eventually, find, open, withSettings } = require("../editor.cjs");
const { SLOW } = require("../../slow.cjs");

const shown = () => vscode.extensions.getExtension("boolprog.boolprog").exports.tests.shown;
const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (name) => shown().controller.items.get(vscode.Uri.joinPath(folder(), name).toString());
const children = (item) => Array.from(item.children, ([, child]) => child);

/** Lists the programs of the folder, as unfolding the tree does, and the properties of one. */
async function unfold(name) {
  await shown().controller.resolveHandler(undefined);
  const item = file(name);
  await shown().controller.resolveHandler(item);
  return item;
}

/** A program that asserts something of its only variable, which starts with F. */
const program = (assertion) => `decl x := F;\nvoid main() begin\n  assert ${assertion};\nend\n`;

/** Does something with the test of a new program. */
async function withProgram(name, text, work) {
  const { fsPath } = vscode.Uri.joinPath(folder(), name);
  await fs.writeFile(fsPath, text);
  try {
    await eventually("its test", async () => {
      await shown().controller.resolveHandler(undefined);
      return file(name);
    });
    await work(await unfold(name));
  } finally {
    await fs.rm(fsPath);
  }
  await eventually("no test", () => file(name) === undefined);
}

/** Does something with the runs, and gives what they report: `failed assert-1`, in order. */
async function reports(work) {
  const told = [];
  const note = (word) => (item, messages) => told.push({ what: `${word} ${item.id}`, item, messages });
  const words = ["enqueued", "started", "passed", "failed", "errored", "skipped"];
  const run = Object.fromEntries(words.map((word) => [word, note(word)]));
  run.appendOutput = (text) => told.push({ what: "output", text });
  run.addCoverage = (coverage) => told.push({ what: "coverage", coverage });
  run.end = () => told.push({ what: "end" });
  const { runs } = shown();
  const real = runs.controller;
  // Only what is asked for, not what checks report by themselves.
  const silent = new Proxy({}, { get: () => () => undefined });
  runs.controller = { createTestRun: (_request, _name, persist) => (persist === false ? silent : run) };
  try {
    await work(runs, told);
  } finally {
    runs.controller = real;
  }
  return told;
}

const never = new vscode.CancellationTokenSource().token;
const outcomes = (told) => told.map(({ what }) => what).filter((what) => /^(passed|failed|errored|skipped)/.test(what));
/** All output, one after the other. */
const output = (told) => told.flatMap(({ what, text }) => (what === "output" ? [text] : [])).join("");
const about = (...include) => new vscode.TestRunRequest(include);

exports["every program is a test, and its properties are below it"] = async () => {
  const item = await unfold("peterson.bp");
  assert.equal(item.label, "peterson.bp");
  assert.deepEqual(
    children(item).map(({ id, label, range }) => [id, label, range.start.line]),
    [
      ["assert-1", "assert !in_b", 16],
      ["assert-2", "assert !in_a", 26],
    ],
  );
  const programs = (await fs.readdir(folder().fsPath)).filter((name) => /\.[bi]p$/.test(name));
  assert.ok(programs.every((name) => file(name) !== undefined));
};

exports["an integer program has tests, and what is violated has failed with its trace"] = () =>
  withProgram(
    "crowd.ip",
    "process Guest[2] {\n  loc away, here;\n  away -> here;\n}\nerror crowd: Guest[0] @ here;\n",
    async (item) => {
      const told = await reports((runs) => runs.check(about(item), never));
      assert.deepEqual(outcomes(told), ["failed error-crowd"]);
      assert.match(output(told), /^error crowd: violated - after 1 step\r\n/);
    },
  );

exports["what is violated has failed, with the trace as output and nothing over the text"] = async () => {
  const item = await unfold("broken-mutex.bp");
  const told = await reports((runs) => runs.check(about(item), never));
  assert.deepEqual(outcomes(told), ["failed assert-1"]);
  assert.match(output(told), /^assert !inside: violated - needs 2 threads, 9 steps\r\n/);
  assert.match(output(told), /\n +5 +T2 +16 +lock := T +lock F -> T\r\n/);
  const { messages, item: test } = told.find(({ what }) => what === "failed assert-1");
  assert.deepEqual(messages, []);
  await vscode.commands.executeCommand("boolprog.testing.showTrace", test);
  const { current } = vscode.extensions.getExtension("boolprog.boolprog").exports.traces;
  assert.equal(current.shown.document.property.id, "assert-1");
};

exports["what is proved has passed, one property or all"] = async () => {
  const item = await unfold("peterson.bp");
  const [, second] = children(item);
  assert.deepEqual(outcomes(await reports((runs) => runs.check(about(second), never))), ["passed assert-2"]);
  const all = await reports((runs) => runs.check(about(item), never));
  assert.deepEqual(outcomes(all).sort(), ["passed assert-1", "passed assert-2"]);
  const rest = new vscode.TestRunRequest([item], [second]);
  assert.deepEqual(outcomes(await reports((runs) => runs.check(rest, never))), ["passed assert-1"]);
};

exports["what is unknown is an error with its reason, and there is no coverage"] = async () => {
  const scarce = { "limits.time.manual": 0.000001, "limits.time.onType": 0.000001, "cache.enabled": false };
  await withSettings(scarce, () =>
    withProgram("scarce.bp", program("x"), async (item) => {
      const told = await reports((runs) => runs.cover(about(item), never));
      assert.deepEqual(outcomes(told), ["errored assert-1"]);
      assert.match(output(told), /^assert x: unknown: time limit reached/);
      assert.ok(!told.some(({ what }) => what === "coverage"));
      assert.match(output(told), /No coverage of scarce.bp: The check has not/);
    }),
  );
};

exports["a program with errors has no verdicts"] = () =>
  withProgram("faulty.bp", "void main() begin\n  assert nobody;\nend\n", async (item) => {
    const told = await reports((runs) => runs.check(about(item), never));
    assert.deepEqual(outcomes(told), ["errored assert-1"]);
    const { messages: failure } = told.find(({ what }) => what === "errored assert-1");
    assert.equal(failure.message, "not checked: the program has errors");
  });

exports["a cancelled run ends at once, and leaves what is undecided"] = async () => {
  const patient = { "limits.time.manual": 1200, "limits.time.onType": 1200, "limits.memory": 16384 };
  await withSettings(patient, () =>
    withProgram("slow.bp", SLOW, async (item) => {
      const source = new vscode.CancellationTokenSource();
      const told = await reports(async (runs, soFar) => {
        const run = runs.check(about(item), source.token);
        await eventually("the start", () => soFar.some(({ what }) => what === "started assert-1"));
        source.cancel();
        await run;
      });
      assert.deepEqual(outcomes(told), ["skipped assert-1"]);
    }),
  );
};

exports["coverage counts thread states, and its details come when they are asked for"] = async () => {
  const item = await unfold("broken-mutex.bp");
  const told = await reports((runs) => runs.cover(about(item), never));
  const { coverage } = told.find(({ what }) => what === "coverage");
  assert.deepEqual([coverage.statementCoverage.covered, coverage.statementCoverage.total], [8, 8]);
  assert.deepEqual([coverage.declarationCoverage.covered, coverage.declarationCoverage.total], [1, 1]);
  assert.deepEqual([coverage.branchCoverage.covered, coverage.branchCoverage.total], [2, 2]);
  const details = await shown().covering.loadDetailedCoverage(undefined, coverage, never);
  const test = details.find(({ branches }) => branches?.length > 0);
  assert.equal(test.location.start.line, 12);
  assert.ok(test.executed > 1);
  assert.deepEqual(
    test.branches.map(({ label }) => label),
    ["T", "F"],
  );
};

exports["debugging a test replays its counterexample"] = async () => {
  const item = await unfold("broken-mutex.bp");
  const started = new Promise((resolve) => vscode.debug.onDidStartDebugSession(resolve));
  await reports((runs) => runs.debug(about(...children(item)), never));
  const session = await started;
  assert.equal(session.configuration.traceDocument.property.id, "assert-1");
  await vscode.debug.stopDebugging();
  await eventually("the end of the session", () => !vscode.debug.activeDebugSession);
};

exports["a check that no run asked for sets results, too, each once"] = () =>
  withProgram("typed.bp", program("x"), async (item) => {
    const uri = await open("typed.bp");
    const { runs } = shown();
    const real = runs.controller;
    const told = [];
    const note =
      (word) =>
      (test, ...details) =>
        told.push([word, test.id, ...details.flat().filter(Boolean)].join(" "));
    const run = { passed: note("passed"), failed: note("failed"), appendOutput: () => undefined, end: () => undefined };
    runs.controller = { createTestRun: () => run };
    try {
      const replace = async (old, text) => {
        const edit = new vscode.WorkspaceEdit();
        edit.replace(uri, find(vscode.window.activeTextEditor.document, old), text);
        await vscode.workspace.applyEdit(edit);
      };
      await replace("assert x", "assert F");
      // A message would be written over the text.
      await eventually("the violation", () => told.includes("failed assert-1"));
      await replace("assert F", "assert T");
      await eventually("the new verdict", () => told.includes("passed assert-1"));
    } finally {
      runs.controller = real;
    }
    assert.equal(told.filter((what) => what === "passed assert-1").length, 1);
    assert.equal(children(item)[0].label, "assert T");
    await closeAll();
  });

exports["a result is old once the program is another one, which a comment does not make it"] = () =>
  withProgram("changed.bp", program("x"), async (item) => {
    const uri = await open("changed.bp");
    await reports((runs) => runs.check(about(item), never));
    const { items } = shown();
    const real = items.controller;
    const old = [];
    items.controller = Object.create(real, { invalidateTestResults: { value: (tests) => old.push(...tests) } });
    try {
      const insert = async (text, line) => {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(uri, new vscode.Position(line, 0), text);
        await vscode.workspace.applyEdit(edit);
      };
      const moved = new Promise((resolve) => items.onDidLearn(({ now }) => !now.checking && resolve()));
      await insert("// moved\n", 0);
      await moved;
      assert.deepEqual(old, []);
      await insert("  skip;\n", 3);
      await eventually("an old result", () => old.includes(children(item)[0]));
    } finally {
      items.controller = real;
    }
    await closeAll();
  });

exports["the setting takes the tests away, and brings them back"] = async () => {
  await withSettings({ "testing.enabled": false }, () => eventually("no tests", () => shown() === undefined));
  await eventually("tests", () => shown());
};
