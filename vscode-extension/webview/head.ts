// The head of the grid.

import type { Lane } from "../src/trace/lanes";
import type { PanelTrace } from "../src/trace/messages";
import { describedLane } from "../src/trace/wording";
import { element } from "./dom";
import type { Layout } from "./layout";
import { laneStyle } from "./layout";
import { label } from "./parts";

/** The titles of all columns. */
export function headCells({ lanes, beside }: PanelTrace, layout: Layout): HTMLElement[] {
  const beyond = element("div", { class: "beyond", role: "presentation" });
  beyond.style.width = `${layout.lanes - lanes.length * layout.lane}px`;
  return [
    title("step", 1, "Step"),
    title("line", 2, "Line"),
    ...lanes.map((lane, index) => laneTitle(lane, index, layout)),
    beyond,
    title("shared", lanes.length + 3, "Shared"),
    ...(beside === "" ? [] : [title("beside", lanes.length + 4, beside)]),
  ];
}

function title(name: string, column: number, text: string): HTMLElement {
  return element("div", { role: "columnheader", class: name, "aria-colindex": column }, text);
}

/** The space around the name of a narrow lane, in pixels. */
const AROUND_NAME = 6;

/** The number and the name of a thread. */
function laneTitle(lane: Lane, index: number, layout: Layout): HTMLElement {
  const number = label(lane.thread);
  number.classList.add(...laneStyle(index).split(" "));
  const told = describedLane(lane);
  const attributes = { role: "columnheader", class: "thread", title: told, "aria-label": told };
  const name = element("span", { class: "name" }, lane.name);
  if (layout.narrow) {
    // Names of neighbours are on different lines: each may go on below the next ones.
    name.style.width = `${layout.lane * layout.levels - AROUND_NAME}px`;
    name.style.top = `${1.2 * (index % layout.levels)}em`;
  }
  const cell = element("div", { ...attributes, "aria-colindex": index + 3 }, number, name);
  cell.style.width = `${layout.lane}px`;
  return cell;
}
