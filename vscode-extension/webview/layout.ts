// The places of the lanes. All lengths are in pixels.

import type { Lane } from "../src/trace/lanes";

/** Lanes share the width between the first column and the last. */
export interface Layout {
  /** Height of a row. */
  row: number;
  /** Width of a lane. */
  lane: number;
  /** Number of lines on which the names of narrow lanes are in turn, so that each has room. */
  levels: number;
  /** Width of all lanes and of what sticks out on their right. */
  lanes: number;
  /** Width of a row. */
  width: number;
  /** Width of the column of steps. */
  steps: number;
  /** Width of the column of lines. */
  line: number;
  /** Width of the column of shared variables, at least. Statements go on there where none changes. */
  shared: number;
  /** Width of the initial values: what is in sight between the column of lines and that of the integer program. */
  values: number;
  /** Width of the column of the integer program, the last one; 0 if there is none. */
  beside: number;
  /** The lanes are narrower than most statements, so that there is room beside the last one. */
  narrow: boolean;
  /** The lanes by thread: 0, 1, ... from left to right. */
  index: Map<number, number>;
}

/** Width of a digit and of what is around the numbers of steps, in em. */
const DIGIT = 0.62;
const AROUND_STEPS = 2;
const NARROWEST_STEPS = 4.5;
/** Width of the numbers of lines, in em. */
const LINES = 4;
/** Width of the label of a thread, in em. The style sheet has it too. */
export const LABEL = 2.6;
const NARROWEST_LANE = LABEL + 1;
/** Beside narrower lanes there is room for statements. */
const NARROWEST_TEXT = 17;
/** Width of statements beyond the lanes: at most, and at least. */
const BEYOND_LANES = 26;
const LEAST_BEYOND = 14;
/** Width of a letter of a name below the number of its lane, and of the space around it, in em. */
const LETTER = 0.47;
const AROUND_NAME = 1;
const MOST_LEVELS = 3;
/** Changes of shared variables get this part of the width. */
const SHARED_PART = 0.28;
/** If there is a column of the integer program, both get this one. */
const BOTH_PART = 0.22;

/** The layout of lanes and a number of steps in a panel of some width. */
export function layout(lanes: Lane[], last: number, width: number, em: number, hasBeside = false): Layout {
  const count = Math.max(1, lanes.length);
  // A fold has two numbers and a dash.
  const numbers = (2 * String(last).length + 1) * DIGIT + AROUND_STEPS;
  const steps = Math.max(NARROWEST_STEPS, numbers) * em;
  const shared = Math.floor(width * (hasBeside ? BOTH_PART : SHARED_PART));
  const beside = hasBeside ? shared : 0;
  const line = LINES * em;
  const available = width - steps - line - shared - beside;
  const equal = Math.floor(available / count);
  const narrow = equal < NARROWEST_TEXT * em;
  const name = nameWidth(lanes);
  const lane = narrow ? Math.floor(squeezed(available / em, count, name) * em) : equal;
  const left = available - lane * count;
  const beyond = left < LEAST_BEYOND * em ? BEYOND_LANES * em : left;
  const all = lane * count + (narrow ? beyond : 0);
  const used = steps + line + all + shared + beside;
  return {
    row: Math.max(22, Math.round(em * 1.75)),
    lane,
    levels: Math.min(Math.max(1, Math.ceil((name * em) / lane)), MOST_LEVELS, count),
    lanes: all,
    width: Math.max(width, used),
    steps,
    line,
    shared,
    values: width - steps - line - beside,
    beside,
    narrow,
    index: new Map(lanes.map(({ thread }, index) => [thread, index])),
  };
}

/** Width of the longest name of a lane, in em. */
function nameWidth(lanes: Lane[]): number {
  const longest = lanes.reduce((most, { name }) => Math.max(most, name.length), 0);
  return AROUND_NAME + longest * LETTER;
}

/** Width of a narrow lane: at least that of a name where statements keep some room beside the lanes. All in em. */
function squeezed(available: number, count: number, name: number): number {
  const roomy = (available - BEYOND_LANES) / count;
  const tight = (available - LEAST_BEYOND) / count;
  return Math.max(roomy, Math.min(name, tight), NARROWEST_LANE);
}

/** The colour and the pattern of a lane, as classes: four patterns of six colours each, then from the beginning. */
export function laneStyle(index: number): string {
  return `colour-${index % 6} pattern-${Math.floor(index / 6) % 4}`;
}
