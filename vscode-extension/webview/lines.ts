// The background of the rows: a lane for each live thread, edges to threads that are started and from threads that are joined,
// atomic sections.

import type { Lane } from "../src/trace/lanes";
import type { Row } from "../src/trace/rows";
import type { Line } from "../src/trace/view";
import { firstStep } from "../src/trace/view";
import { drawing } from "./dom";
import type { Layout } from "./layout";
import { LABEL, laneStyle } from "./layout";
import type { Places } from "./places";

/** Width of the bar below the last step of a thread. */
const END_BAR = 16;

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
  const threads = lanes.map((lane) => pen.lane(lane, shown, steps));
  const rows = shown.flatMap((line, index) => (line.kind === "step" ? pen.row(line.row, from + index) : []));
  svg.replaceChildren(...threads.flat(), ...rows);
}

/** Knows where things are in the window. */
class Pen {
  constructor(
    private readonly layout: Layout,
    private readonly places: Places,
    private readonly em: number,
    private readonly from: number,
  ) {}

  /** The part of a lane that is in the window: between the first and the last line on which the thread lives. */
  lane(lane: Lane, shown: Line[], steps: number[]): SVGElement[] {
    const { row } = this.layout;
    const first = steps.findIndex((step) => step >= lane.from);
    const last = shown.findLastIndex((line) => firstStep(line) <= lane.to);
    if (first === -1 || last < first) {
      return [];
    }
    const x = this.x(lane.thread);
    const starts = lane.from > 0 && steps[first] === lane.from;
    const ends = steps[last] === lane.to && this.ends(shown[last]);
    const top = starts ? this.y(this.from + first + 1) - 3 : this.y(this.from + first);
    const bottom = this.y(this.from + last + 1) - (ends ? row / 2 : 0);
    const style = this.style(lane.thread);
    const line = drawing("path", { class: `lane ${style}`, d: `M ${x} ${top} V ${bottom}` });
    if (!ends) {
      return [line];
    }
    const bar = `M ${x} ${bottom} v ${row / 2 - 3} M ${x - END_BAR / 2} ${bottom + row / 2 - 3} h ${END_BAR}`;
    return [line, drawing("path", { class: `lane ${style}`, d: bar })];
  }

  /** What belongs to one row. */
  row(row: Row, index: number): SVGElement[] {
    const { created, ended, woken, atomic } = row;
    return [
      ...(created === undefined ? [] : this.start(row.thread, created, index)),
      ...(ended === undefined ? [] : woken.map((waiter) => this.join(ended, waiter, index))),
      ...(atomic === undefined ? [] : [this.bracket(row, index)]),
    ];
  }

  private ends(line: Line | undefined): boolean {
    return line?.kind === "step" && line.row.ended !== undefined;
  }

  /** The edge from the label of the parent down and over to the lane of the child, if that has one. */
  private start(parent: number, child: number, index: number): SVGElement[] {
    if (!this.layout.index.has(child)) {
      return [];
    }
    const { row } = this.layout;
    const y = this.y(index);
    const d = `M ${this.x(parent)} ${y + row / 2} V ${y + row - 3} H ${this.x(child)}`;
    return [drawing("path", { class: `lane ${this.style(child)}`, d })];
  }

  /** The edge from the end of a thread to the lane of one that waited for it. */
  private join(ended: number, waiter: number, index: number): SVGElement {
    const y = this.y(index + 1) - 3;
    const d = `M ${this.x(ended)} ${y} H ${this.x(waiter)}`;
    return drawing("path", { class: `lane ${this.style(ended)}`, d });
  }

  /** The part of an atomic section in one row, left of its lane. */
  private bracket({ thread, atomic }: Row, index: number): SVGElement {
    const { row } = this.layout;
    const x = this.x(thread) - (LABEL / 2) * this.em - 4;
    const y = this.y(index);
    const [top, bottom] = [y + (atomic === "begin" ? 4 : 0), y + row - (atomic === "end" ? 4 : 0)];
    const begin = atomic === "begin" ? `M ${x + 4} ${top} H ${x}` : `M ${x} ${top}`;
    const end = atomic === "end" ? `V ${bottom} H ${x + 4}` : `V ${bottom}`;
    return drawing("path", { class: "bracket", d: `${begin} ${end}` });
  }

  /** The upper edge of a line. */
  private y(index: number): number {
    return this.places.top(index) - this.places.top(this.from);
  }

  /** The middle of a lane's label. */
  private x(thread: number): number {
    return this.index(thread) * this.layout.lane + 8 + (LABEL / 2) * this.em;
  }

  private style(thread: number): string {
    return laneStyle(this.index(thread));
  }

  private index(thread: number): number {
    return this.layout.index.get(thread) ?? 0;
  }
}
