// Which thread states a filter leaves.

import type { LineStates } from "../protocol";

/** The states that are left, or why the filter has no meaning. */
export interface Filtered {
  states: string[];
  problem?: string;
}

/**
 * The states in which all conditions of a filter hold: `lock` and `lock = T` want T, `!lock` and `lock = F` want F. Blanks,
 * commas and `&` stand between conditions. Time proportional to states and conditions.
 */
export function filtered({ columns, states }: LineStates, filter: string): Filtered {
  const conditions = filter.match(/!?\s*(?:\{[^}]*\}|[^\s,&=!]+)(?:\s*=\s*[TF]\b)?/g) ?? [];
  const wanted: [number, string][] = [];
  for (const condition of conditions) {
    const [, negated, name = "", value = "T"] =
      /^(!?)\s*(\{[^}]*\}|[^\s=]+)(?:\s*=\s*([TF]))?$/.exec(condition.trim()) ?? [];
    const column = columns.findIndex((known) => known.name === name);
    if (column < 0) {
      return { states, problem: `No variable is called ${name || condition}.` };
    }
    wanted.push([column, negated === "!" ? (value === "T" ? "F" : "T") : value]);
  }
  return { states: states.filter((state) => wanted.every(([column, value]) => state[column] === value)) };
}
