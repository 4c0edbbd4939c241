// The row of the start: a table of the initial values, in as many columns as there is room for.

import type { StepLine } from "../src/trace/view";
import { initialValues } from "../src/trace/wording";
import { element } from "./dom";
import { changeMenu, twistie } from "./parts";

/** The contents of the row: that it is the start, and its values or their number. */
export function startParts(line: StepLine, lines: number): Node[] {
  const { row, open } = line;
  const button = open === undefined ? [] : [twistie(open, initialValues(row))];
  const table = open === false ? [] : [valueTable(row.start ?? [], lines)];
  return [element("span", { class: "text" }, row.text), ...button, ...table];
}

/** The values by name, from top to bottom, then from left to right. */
function valueTable(values: [string, string][], lines: number): HTMLElement {
  const cells = values.flatMap(([name, value], index) => {
    const pair = [element("dt", changeMenu(name), name), element("dd", changeMenu(name), value)];
    pair.forEach((cell, side) => {
      cell.style.gridArea = `${(index % lines) + 1} / ${2 * Math.floor(index / lines) + side + 1}`;
    });
    return pair;
  });
  return element("dl", {}, ...cells);
}
