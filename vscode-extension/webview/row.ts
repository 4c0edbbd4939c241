// One row of the grid.

import type { Row } from "../src/trace/rows";
import type { FoldLine, Line, StepLine } from "../src/trace/view";
import { firstStep, threadOf } from "../src/trace/view";
import { folded, notes, wakeUps } from "../src/trace/wording";
import { element } from "./dom";
import type { Layout } from "./layout";
import { laneStyle } from "./layout";
import { chip, label, outcome, twistie } from "./parts";
import type { Places } from "./places";
import { startParts } from "./start";

/** The id of the row that begins with a step. A fold and its first step are two rows. */
export function rowId(line: Line): string {
  return `${line.kind}-${firstStep(line)}`;
}

/** The element of a line; rows are numbered from 1, the head of the grid included. */
export function rowElement(line: Line, index: number, layout: Layout, places: Places): HTMLElement {
  const height = places.top(index + 1) - places.top(index);
  const [step, number] = numbers(line);
  const start = asStart(line);
  const cells = start === undefined ? stepCells(line, layout) : [startCell(start, layout, height)];
  const row = element(
    "div",
    { role: "row", id: rowId(line), class: rowClass(line), "aria-rowindex": index + 2 },
    element("div", { role: "rowheader", class: "step", "aria-colindex": 1 }, step),
    element("div", { role: "gridcell", class: "line", "aria-colindex": 2 }, number),
    ...cells,
    ...(layout.beside === 0 ? [] : [besideCell(line, layout)]),
  );
  row.dataset.index = String(index);
  row.style.top = `${places.top(index)}px`;
  row.style.height = `${height}px`;
  return row;
}

/** A line as the start, if it is that. */
export function asStart(line: Line | undefined): StepLine | undefined {
  return line?.kind === "step" && line.row.step === 0 ? line : undefined;
}

/** The numbers of steps and of the line of the program. */
function numbers(line: Line): [string, string] {
  if (line.kind === "fold") {
    return [`${line.first}\u2013${line.last}`, ""];
  }
  return [String(line.row.step), line.row.step === 0 ? "" : String(line.row.line)];
}

/** The cell of the start, over all lanes and the column of shared variables. */
function startCell(line: StepLine, layout: Layout, height: number): HTMLElement {
  const column = { "aria-colindex": 3, "aria-colspan": layout.index.size + 1 };
  const { row } = line;
  const end = row.outcome === undefined ? [] : [outcome(row.outcome, row.violation ?? false)];
  const parts = startParts(line, Math.round(height / layout.row));
  const cell = element("div", { role: "gridcell", class: "values", ...column }, ...parts, ...end);
  cell.style.width = `${layout.values}px`;
  return cell;
}

function stepCells(line: Line, layout: Layout): HTMLElement[] {
  const lane = layout.index.get(threadOf(line)) ?? 0;
  const parts = line.kind === "fold" ? foldParts(line) : stepParts(line.row);
  const column = { role: "gridcell", class: "statement", "aria-colindex": lane + 3 };
  const thread = label(threadOf(line));
  thread.classList.add(...laneStyle(lane).split(" "));
  const statement = element("div", column, thread, ...parts);
  const changes = line.kind === "step" ? line.row.shared.map((change) => chip(change)) : [];
  const spare = changes.length === 0 ? layout.shared : 0;
  statement.style.marginLeft = `${lane * layout.lane}px`;
  // No other thread acts in this row: the statement goes on as far as there is room.
  statement.style.width = `${layout.lanes - lane * layout.lane + spare}px`;
  statement.style.marginRight = `${-spare}px`;
  statement.title = told([thread, ...parts], "  ");
  return [statement, sharedCell(changes, spare > 0, layout)];
}

function sharedCell(changes: HTMLElement[], isSpare: boolean, layout: Layout): HTMLElement {
  const column = { role: "gridcell", "aria-colindex": layout.index.size + 3 };
  const cell = element("div", { ...column, class: isSpare ? "shared spare" : "shared" }, ...changes);
  cell.title = told(changes, ", ");
  return cell;
}

/** The step of the integer program in a row. */
function besideCell(line: Line, layout: Layout): HTMLElement {
  const beside = line.kind === "step" ? line.row.beside : undefined;
  const changes = (beside?.changes ?? []).map((change) => element("span", { class: "chip" }, change));
  const parts = beside?.parts === undefined ? [] : [element("span", { class: "parts" }, `not here: ${beside.parts}`)];
  const column = { role: "gridcell", class: "beside", "aria-colindex": layout.index.size + 4 };
  const cell = element("div", column, ...changes, ...parts);
  cell.title = told([...changes, ...parts], ", ");
  return cell;
}

function told(parts: Node[], between: string): string {
  return parts.map(({ textContent }) => textContent).join(between);
}

function rowClass(line: Line): string {
  const names = ["row", ...(line.switched ? ["switched"] : [])];
  if (line.kind === "step") {
    names.push(...(line.row.assume ? ["assume"] : []), ...(line.row.step === 0 ? ["start"] : []));
  }
  return names.join(" ");
}

function foldParts({ first, last, open }: FoldLine): HTMLElement[] {
  return [twistie(open, folded(first, last))];
}

function stepParts(row: Row): HTMLElement[] {
  return [
    element("span", { class: "text" }, row.text),
    // Next to the statement, so that it is not cut off.
    ...(row.outcome === undefined ? [] : [outcome(row.outcome, row.violation ?? false)]),
    ...row.looks.map((look) => element("span", { class: "chip look" }, look)),
    ...row.own.map((change) => chip(change, row.thread)),
    ...wakeUps(row).map((wakeUp) => element("span", { class: "chip wake" }, wakeUp)),
    ...notes(row).map((note) => element("span", { class: "note" }, note)),
  ];
}
