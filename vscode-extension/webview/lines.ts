// The background of the rows.

import type { Lane } from "../src/trace/lanes";
import type { Line } from "../src/trace/view";
import { drawing } from "./dom";
import type { Layout } from "./layout";
import { Pen } from "./pen";
import type { Places } from "./places";

/** Draws the lines of the rows from one index to another, which is not included. */
export function drawLines(
  svg: SVGSVGElement,
  all: Line[],
  lanes: Lane[],
  [layout, places, em]: [Layout, Places, number],
  [from, to]: [number, number],
): void {
  const pen = new Pen(layout, places, em, from);
  svg.style.top = `${places.top(from)}px`;
  svg.setAttribute("width", String(layout.lanes));
  svg.setAttribute("height", String(places.top(to) - places.top(from)));
  const shown = all.slice(from, to);
  const steps = shown.map((line) => (line.kind === "fold" ? line.last : line.row.step));
  const threads = lanes.flatMap((lane) => [...pen.lane(lane, shown, steps), ...pen.joining(lane, steps)]);
  const rows = shown.flatMap((line, index) => (line.kind === "step" ? pen.row(line.row, from + index) : []));
  svg.replaceChildren(...[...threads, ...rows].map(({ style, d }) => drawing("path", { class: style, d })));
}
