// Questions about the program in the editor. The answer is a notification, with the execution that shows it.

import * as vscode from "vscode";
import type { Client } from "../client";
import { showError } from "../client";
import { withProgram } from "../language";
import type { Answer, Question } from "../protocol";
import type { Register } from "../register";
import { startReplay } from "../replay";
import type { StatesView } from "../states/view";
import type { Traces } from "../trace/traces";
import { inWords, wordOf } from "./words";

const SHOW = "Show trace";
const REPLAY = "Replay";
const ALL = "All Answers";

/** A question as the list offers it. */
interface Offer extends vscode.QuickPickItem {
  /** Its name in macros. */
  name: string;
  /** The question itself; undefined if the person gives none. */
  put: (client: Client, editor: vscode.TextEditor) => Promise<Question | undefined>;
}

const OFFERS: Offer[] = [
  {
    name: "together",
    label: "Can Two Threads Be Here Together?",
    put: async (_, { selections }) => ({
      kind: "together",
      // Twice the only one: two threads there.
      positions: (selections.length === 1 ? [...selections, ...selections] : selections).map(({ active }) => active),
    }),
  },
  {
    name: "threadsHere",
    label: "How Many Threads Are Needed to Get Here?",
    put: async (_, { selection }) => ({ kind: "threads", position: selection.active }),
  },
  {
    name: "invariantHere",
    label: "Is This Expression Invariant Here?",
    put: (client, editor) => invariant(client, editor, "here", editor.selection.active),
  },
  { name: "threads", label: "How Many Threads Are Needed?", put: async () => ({ kind: "threads" }) },
  {
    name: "invariant",
    label: "Is This Expression Invariant Everywhere?",
    put: (client, editor) => invariant(client, editor, "everywhere"),
  },
  { name: "compare", label: "What Has Changed Since the Last Run?", put: async () => ({ kind: "compare" }) },
];

/** Registers the command. It gives the answer, for macros, which may name the question. */
export function registerQuestions(register: Register, client: Client, traces: Traces, states: StatesView): void {
  register("ask", (name?: unknown) =>
    withProgram(async (editor) => {
      const offer = OFFERS.find((one) => one.name === name) ?? (await choose(editor));
      const question = await offer?.put(client, editor);
      return question && ask(client, traces, states, editor.document.uri, question);
    }),
  );
}

function choose({ selection }: vscode.TextEditor): Thenable<Offer | undefined> {
  return vscode.window.showQuickPick(OFFERS, {
    title: "Ask",
    placeHolder: `A question about the program; "here" is line ${selection.active.line + 1}`,
  });
}

/** Asks, keeps the answer, and shows it without waiting for its dismissal. The server shows how far it is. */
async function ask(
  client: Client,
  traces: Traces,
  states: StatesView,
  program: vscode.Uri,
  question: Question,
): Promise<Answer> {
  const answer = await client.answer(program, question);
  const { trace } = answer;
  const word = wordOf(question, answer.verdict);
  states.keep(program, { question: inWords(question), word }, answer, trace && (() => traces.show(program, trace)));
  void show(traces, program, answer).catch(showError);
  return answer;
}

/** An answer of several lines is a list: a notification has no lines. One without buttons would be cut off at its first line. */
async function show(traces: Traces, program: vscode.Uri, { text, trace }: Answer): Promise<void> {
  const lines = text.split("\n");
  if (lines.length > 1) {
    await vscode.window.showQuickPick(lines, { title: "What Has Changed" });
    return;
  }
  const chosen = await vscode.window.showInformationMessage(text, ...(trace === undefined ? [ALL] : [SHOW, REPLAY]));
  if (trace !== undefined && chosen === SHOW) {
    await traces.show(program, trace);
  } else if (trace !== undefined && chosen === REPLAY) {
    await startReplay(program, `Replay ${trace.property.name}`, trace);
  } else if (chosen === ALL) {
    await vscode.commands.executeCommand("boolprog.states.focus");
  }
}

/** Asks for the expression; the selection is the first proposal. A mistake in the question is shown while it is typed. */
async function invariant(
  client: Client,
  { document, selection }: vscode.TextEditor,
  where: string,
  position?: vscode.Position,
): Promise<Question | undefined> {
  const place = position === undefined ? {} : { position };
  const expression = await vscode.window.showInputBox({
    title: `Is This Expression Invariant ${where === "here" ? `on Line ${selection.active.line + 1}` : "Everywhere"}?`,
    prompt: "An expression of the language, such as !lock | inside",
    value: selection.isSingleLine ? document.getText(selection) : "",
    validateInput: (text) => problemOf(client, document.uri, { kind: "expression", expression: text.trim(), ...place }),
  });
  return expression === undefined ? undefined : { kind: "invariant", expression: expression.trim(), ...place };
}

/** Why an expression is not allowed; undefined if it can, or if that is not known. */
async function problemOf(
  client: Client,
  program: vscode.Uri,
  question: Question & { kind: "expression" },
): Promise<string | undefined> {
  if (question.expression === "") {
    return "An expression is needed.";
  }
  const answer = await client.answer(program, question).catch(() => undefined);
  return answer === undefined || answer.verdict === "yes" ? undefined : answer.text;
}
