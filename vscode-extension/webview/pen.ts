// The lines below the rows, as paths: a lane for each live thread, edges to threads that are started and from threads that
// are joined, atomic sections.

import type { Lane } from "../src/trace/lanes";
import type { Row } from "../src/trace/rows";
import type { Line } from "../src/trace/view";
import { firstStep } from "../src/trace/view";
import type { Layout } from "./layout";
import { LABEL, laneStyle } from "./layout";
import type { Places } from "./places";

/** A path, with the classes of its style. */
export interface Stroke {
  style: string;
  d: string;
}

/** Width of the bar below the last step of a thread. */
const END_BAR = 16;

/** The pen for the rows from one index on: it knows where things are. */
export class Pen {
  constructor(
    private readonly layout: Layout,
    private readonly places: Places,
    private readonly em: number,
    private readonly from: number,
  ) {}

  /** The part of a lane that is in the window: between the first and the last line on which the thread lives. */
  lane(lane: Lane, shown: Line[], steps: number[]): Stroke[] {
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
    const style = `lane ${this.style(lane.thread)}`;
    const line = { style, d: `M ${x} ${top} V ${bottom}` };
    if (!ends) {
      return [line];
    }
    const bar = `M ${x} ${bottom} v ${row / 2 - 3} M ${x - END_BAR / 2} ${bottom + row / 2 - 3} h ${END_BAR}`;
    return [line, { style, d: bar }];
  }

  /** The part in the window of the edge from the end of a lane to the step that joins its thread, if that did not wait for it. */
  joining({ thread, to, joined }: Lane, steps: number[]): Stroke[] {
    const first = steps.findIndex((step) => step > to);
    if (joined === undefined || first === -1 || (steps[0] ?? 0) > joined.step) {
      return [];
    }
    const last = steps.findIndex((step) => step >= joined.step);
    const down = `M ${this.x(thread)} ${this.y(this.from + first) - 3}`;
    const d =
      last === -1
        ? `${down} V ${this.y(this.from + steps.length)}`
        : `${down} V ${this.y(this.from + last) + 3} H ${this.x(joined.by)}`;
    return [{ style: `lane ${this.style(thread)}`, d }];
  }

  /** The edges and brackets of one row. */
  row(row: Row, index: number): Stroke[] {
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
  private start(parent: number, child: number, index: number): Stroke[] {
    if (!this.layout.index.has(child)) {
      return [];
    }
    const { row } = this.layout;
    const y = this.y(index);
    const d = `M ${this.x(parent)} ${y + row / 2} V ${y + row - 3} H ${this.x(child)}`;
    return [{ style: `lane ${this.style(child)}`, d }];
  }

  /** The edge from the end of a thread to the lane of one that waited for it. */
  private join(ended: number, waiter: number, index: number): Stroke {
    const y = this.y(index + 1) - 3;
    const d = `M ${this.x(ended)} ${y} H ${this.x(waiter)}`;
    return { style: `lane ${this.style(ended)}`, d };
  }

  /** The part of an atomic section in one row, left of its lane. */
  private bracket({ thread, atomic }: Row, index: number): Stroke {
    const { row } = this.layout;
    const x = this.x(thread) - (LABEL / 2) * this.em - 4;
    const y = this.y(index);
    const [top, bottom] = [y + (atomic === "begin" ? 4 : 0), y + row - (atomic === "end" ? 4 : 0)];
    const begin = atomic === "begin" ? `M ${x + 4} ${top} H ${x}` : `M ${x} ${top}`;
    const end = atomic === "end" ? `V ${bottom} H ${x + 4}` : `V ${bottom}`;
    return { style: "bracket", d: `${begin} ${end}` };
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
