// The places of the lines, from top to bottom. All lines have the same height, except the start.

import type { StepLine } from "../src/trace/view";
import type { Layout } from "./layout";

/** Width of a letter, of the space around a value, and of the words before the table, in em. */
const LETTER = 0.55;
const AROUND_VALUE = 2.5;
const BEFORE_TABLE = 12;

/** The places of a number of lines. All lengths are in pixels. */
export class Places {
  constructor(
    private readonly count: number,
    private readonly row: number,
    /** Height of the first line, which may be the start. */
    private readonly first: number,
  ) {}

  /** Height of all lines. */
  get height(): number {
    return this.top(this.count);
  }

  /** Distance of a line from the top. */
  top(index: number): number {
    return index === 0 ? 0 : this.first + (index - 1) * this.row;
  }

  /** The line at a distance from the top. */
  at(distance: number): number {
    return distance < this.first ? 0 : 1 + Math.floor((distance - this.first) / this.row);
  }
}

/** Number of lines of the table of a start; one if its values are not shown. */
export function startLines(line: StepLine, layout: Layout, em: number): number {
  const { start = [] } = line.row;
  if (line.open === false) {
    return 1;
  }
  const longest = start.reduce((most, [name, value]) => Math.max(most, name.length + value.length), 0);
  const columns = Math.floor((layout.values / em - BEFORE_TABLE) / (longest * LETTER + AROUND_VALUE));
  return Math.max(1, Math.ceil(start.length / Math.max(1, columns)));
}
