// A counterexample of a Boolean program beside the integer program that it was made of: the same steps on integers.

import type { Row } from "./rows";

/** The steps of the integer program. All steps are numbers in the counterexample, from 1. */
export interface Beside {
  /** Each variable with its value at the start. */
  start: [string, string][];
  /** The steps that the integer program takes, too, with the line of its edge and the values after it. */
  steps: { step: number; line: number; values: [string, string][] }[];
  /** Where it does something else, and what does not hold there; null if it has the whole counterexample. */
  parts: { step: number; why: string } | null;
}

/** The rows with the values of the integers that change in them; nothing is known after the step where the programs part. */
export function withBeside(rows: Row[], { start, steps, parts }: Beside): Row[] {
  const told = new Map([[0, start.map(([name, value]) => `${name} = ${value}`)]]);
  let before = new Map(start);
  for (const { step, values } of steps) {
    const changes = values.filter(([name, value]) => before.get(name) !== value);
    told.set(
      step,
      changes.map(([name, value]) => `${name} ${before.get(name) ?? "?"} -> ${value}`),
    );
    before = new Map(values);
  }
  return rows.map((row) => {
    const isParting = parts?.step === row.step;
    const beside = { changes: told.get(row.step) ?? [], ...(isParting ? { parts: parts.why } : {}) };
    const isSilent = beside.changes.length === 0 && !isParting;
    return { ...row, local: row.local && isSilent, beside };
  });
}

/** The line, from 1, of the edge that the integer program took last at a step of the counterexample; none once they part. */
export function besideLine({ steps, parts }: Beside, step: number): number | undefined {
  return parts !== null && step >= parts.step ? undefined : steps.findLast((taken) => taken.step <= step)?.line;
}
