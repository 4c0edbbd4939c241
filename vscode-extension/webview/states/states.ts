// The page of the view "States".

import type { LineStates } from "../../src/protocol";
import { filtered } from "../../src/states/filter";
import type { Action, Answered, Content, FromView, ToView } from "../../src/states/messages";
import { byId, element } from "../dom";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

/** More rows are only counted. */
const MOST_ROWS = 500;

const host = acquireVsCodeApi();
const filter = byId("filter") as HTMLInputElement;
let content: Content = { states: undefined, answers: [] };

window.addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  content = data.content;
  show();
});
filter.addEventListener("input", () => showListing());
byId("clear").addEventListener("click", () => host.postMessage({ type: "clearAnswers" }));
for (const action of ["showTraceTo", "copyFormula", "showStates"] satisfies Action[]) {
  byId(action).addEventListener("click", () => host.postMessage({ type: "run", action }));
}
host.postMessage({ type: "ready" });

function show(): void {
  const { states, answers } = content;
  byId("nothing").hidden = states !== undefined;
  byId("about").hidden = states === undefined;
  if (states !== undefined) {
    byId("place").replaceChildren(`Line ${states.line}: `, element("code", {}, states.statement));
    write("headline", states.headline);
    write("variables", states.variables ?? "");
    // Lines break between facts only.
    const facts = states.always.map((fact) => fact.replaceAll(" ", "\u00a0"));
    write("always", facts.length === 0 ? "" : `Always: ${facts.join(", ")}`);
    write("threads", states.threads ?? "");
    byId("seen").hidden = states.seen.length === 0;
    byId("seenStates").replaceChildren(...states.seen.map((state) => element("li", {}, state)));
    byId("actions").hidden = states.count === 0;
    showListing();
  }
  byId("asked").hidden = answers.length === 0;
  byId("answers").replaceChildren(...answers.map(answerElement));
}

/** Writes a paragraph, which is not there if it is empty. */
function write(id: string, text: string): void {
  byId(id).textContent = text;
  byId(id).hidden = text === "";
}

function showListing(): void {
  const { states } = content;
  const isTable = states !== undefined && states.columns.length > 0 && states.count > 0;
  byId("listing").hidden = !isTable;
  if (!isTable) {
    return;
  }
  const left = filtered(states, filter.value);
  write("problem", left.problem ?? "");
  const rows = left.states.slice(0, MOST_ROWS);
  write("shown", counts(states, left.states.length, rows.length));
  const [head, body] = [byId("listing").querySelector("thead"), byId("listing").querySelector("tbody")];
  head?.replaceChildren(headElement(states));
  body?.replaceChildren(...rows.map((state) => stateElement(states, state)));
}

/** Numbers of states that are left, and of those that are shown; empty if that is all. */
function counts({ states, count }: LineStates, left: number, shown: number): string {
  const listed = states.length < count ? ` (of the first ${states.length})` : "";
  const some = shown < left ? `; the first ${shown} are shown` : "";
  return left === count && shown === left ? "" : `${left} of ${count} states${listed}${some}`;
}

/** The class of the first column of a thread's own variables: a line stands before it. */
function border({ columns }: LineStates, index: number): string | undefined {
  return index > 0 && columns[index - 1]?.shared && !columns[index]?.shared ? "own" : undefined;
}

function headElement(states: LineStates): HTMLElement {
  const cells = states.columns.map(({ name, shared }, index) =>
    element(
      "th",
      { scope: "col", class: border(states, index), title: shared ? `${name}, shared` : `${name}, of the thread` },
      name,
    ),
  );
  return element("tr", {}, ...cells);
}

function stateElement(states: LineStates, state: string): HTMLElement {
  const cells = [...state].map((value, index) =>
    element("td", { class: [border(states, index), value === "T" ? "true" : ""].filter(Boolean).join(" ") }, value),
  );
  return element("tr", {}, ...cells);
}

function answerElement({ id, question, word, text, verdict, hasTrace }: Answered): HTMLElement {
  const item = element(
    "li",
    { class: verdict },
    element("div", { class: "question" }, question),
    element("div", {}, ...(word === undefined ? [text] : [element("strong", {}, word), ` - ${text}`])),
  );
  if (hasTrace) {
    const button = element("button", { type: "button" }, "Show trace");
    button.addEventListener("click", () => host.postMessage({ type: "showTrace", answer: id }));
    item.append(button);
  }
  return item;
}
