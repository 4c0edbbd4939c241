// One row of the grid.

import type { Row } from "../src/trace/rows";
import type { FoldLine, Line } from "../src/trace/view";
import { firstStep, threadOf } from "../src/trace/view";
import { atomicEvents, changedVariable, events, folded } from "../src/trace/wording";
import { drawing, element } from "./dom";
import type { Layout } from "./layout";
import { laneStyle } from "./layout";

/** The id of the row that begins with a step. A fold and its first step are two rows. */
export function rowId(line: Line): string {
  return `${line.kind}-${firstStep(line)}`;
}

/** The element of a line; rows are numbered from 1, the head of the grid included. */
export function rowElement(line: Line, index: number, layout: Layout): HTMLElement {
  const lane = layout.index.get(threadOf(line)) ?? 0;
  const cells = line.kind === "fold" ? foldCells(line) : stepCells(line.row);
  const statement = element(
    "div",
    { role: "gridcell", class: "statement", "aria-colindex": lane + 3 },
    ...cells.statement,
  );
  statement.style.marginLeft = `${lane * layout.lane}px`;
  // Nobody else acts in this row: the statement goes on as far as there is room.
  statement.style.width = `${layout.lanes - lane * layout.lane}px`;
  statement.title = told(cells.statement, "  ");
  const shared = element(
    "div",
    { role: "gridcell", class: "shared", "aria-colindex": layout.index.size + 3 },
    ...cells.shared,
  );
  shared.title = told(cells.shared, ", ");
  const row = element(
    "div",
    { role: "row", id: rowId(line), class: rowClass(line), "aria-rowindex": index + 2 },
    element("div", { role: "rowheader", class: "step", "aria-colindex": 1 }, cells.step),
    element("div", { role: "gridcell", class: "line", "aria-colindex": 2 }, cells.line),
    statement,
    shared,
    ...(layout.beside === 0 ? [] : [besideCell(line, layout)]),
  );
  row.dataset.index = String(index);
  row.style.top = `${index * layout.row}px`;
  const label = statement.querySelector(".label");
  label?.classList.add(...laneStyle(lane).split(" "));
  return row;
}

function told(parts: Node[], between: string): string {
  return parts.map(({ textContent }) => textContent).join(between);
}

/** What the integer program does in a row. */
function besideCell(line: Line, layout: Layout): HTMLElement {
  const beside = line.kind === "step" ? line.row.beside : undefined;
  const changes = (beside?.changes ?? []).map((change) => element("span", { class: "chip" }, change));
  const parts = beside?.parts === undefined ? [] : [element("span", { class: "parts" }, `not here: ${beside.parts}`)];
  const column = { role: "gridcell", class: "beside", "aria-colindex": layout.index.size + 4 };
  const cell = element("div", column, ...changes, ...parts);
  cell.title = told([...changes, ...parts], ", ");
  return cell;
}

interface Cells {
  step: string;
  line: string;
  statement: Node[];
  shared: Node[];
}

function rowClass(line: Line): string {
  const names = ["row", ...(line.switched ? ["switched"] : [])];
  if (line.kind === "step") {
    names.push(...(line.row.assume ? ["assume"] : []), ...(line.row.step === 0 ? ["start"] : []));
  }
  return names.join(" ");
}

function foldCells({ thread, first, last, open }: FoldLine): Cells {
  const mark = drawing("svg", { class: "twistie", viewBox: "0 0 16 16", "aria-hidden": true });
  mark.append(drawing("path", { d: open ? "M 4 6 L 8 10 L 12 6" : "M 6 4 L 10 8 L 6 12" }));
  const button = element(
    "button",
    { type: "button", class: "fold", tabindex: -1, "aria-expanded": String(open) },
    mark,
    folded(first, last),
  );
  return { step: `${first}\u2013${last}`, line: "", statement: [label(thread), button], shared: [] };
}

function stepCells(row: Row): Cells {
  const notes = [...atomicEvents(row), ...events(row).filter((event) => event !== row.outcome)];
  const statement = [
    ...(row.step === 0 ? [] : [label(row.thread)]),
    element("span", { class: "text" }, row.text),
    ...row.looks.map((look) => element("span", { class: "chip look" }, look)),
    ...row.own.map((change) => chip(change, row.thread)),
    ...notes.map((note) => element("span", { class: "note" }, note)),
    ...(row.outcome === undefined ? [] : [outcome(row.outcome, row.violation ?? false)]),
  ];
  return {
    step: String(row.step),
    line: row.step === 0 ? "" : String(row.line),
    statement,
    shared: row.shared.map((change) => chip(change)),
  };
}

function label(thread: number): Node {
  return element("span", { class: "label" }, `T${thread}`);
}

/** A change, with a menu that knows the variable. */
function chip(change: string, thread?: number): HTMLElement {
  const context = JSON.stringify({ webviewSection: "change", variable: changedVariable(change, thread) });
  return element("span", { class: "chip", "data-vscode-context": context }, change);
}

function outcome(text: string, violation: boolean): Node {
  if (!violation) {
    return element("span", { class: "outcome" }, text);
  }
  const icon = drawing("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": true });
  icon.append(
    drawing("circle", { cx: 8, cy: 8, r: 6.5 }),
    drawing("path", { d: "M 5.5 5.5 L 10.5 10.5 M 10.5 5.5 L 5.5 10.5" }),
  );
  return element("span", { class: "outcome violated" }, icon, text);
}
